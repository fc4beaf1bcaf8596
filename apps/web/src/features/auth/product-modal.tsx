/** The frame of the two ways in: 'Log in to Portico / for Developers' is one name for screen readers and two lines for the eye. */
import type { ReactNode, RefObject } from 'react';
import { Modal } from '../../shared/portal/modal.tsx';
import type { PortalModalProps } from '../../shared/portal/modal-props.ts';
import styles from './auth.module.css';

interface ProductModalProps extends PortalModalProps {
  verb: string;
  initialFocus: RefObject<HTMLElement | null>;
  children: ReactNode;
}

export function ProductModal({ verb, config, children, ...modal }: ProductModalProps) {
  const title = (
    <>
      {`${verb} ${config.productName} `}
      <br />
      for Developers
    </>
  );
  return (
    <Modal {...modal} title={title}>
      <div className={styles.body}>{children}</div>
    </Modal>
  );
}
