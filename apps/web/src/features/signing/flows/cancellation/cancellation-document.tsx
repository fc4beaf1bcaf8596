/** The document: the payment that will not be made. */
import type { ComponentType, ReactNode } from 'react';
import { DocumentTitle } from '../../views/document-title.tsx';
import styles from '../payment/payment.module.css';

interface CancellationDocumentProps {
  isSigning: boolean;
  Head: ComponentType;
  children: ReactNode;
}

export function CancellationDocument({ isSigning, Head, children }: CancellationDocumentProps) {
  return (
    <>
      <DocumentTitle isSigning={isSigning} />
      <Head />
      <div className={styles.facts}>{children}</div>
    </>
  );
}
