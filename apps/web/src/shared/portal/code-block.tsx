/** A block of code under a title, with an exact copy. The text is one piece, so that selecting it is exact, too. */
import type { ReactNode } from 'react';
import styles from './code-block.module.css';
import { CopyButton } from './copy-button.tsx';

interface CodeBlockProps {
  title: ReactNode;
  code: string;
  /** What is copied, when that is more than what is shown. */
  copyText?: string | (() => Promise<string>);
  /** Default `Copy code`. */
  copyLabel?: string;
}

export function CodeBlock({ title, code, copyText = code, copyLabel = 'Copy code' }: CodeBlockProps) {
  return (
    <figure className={styles.code}>
      <figcaption>
        {title}
        <CopyButton text={copyText} label={copyLabel} />
      </figcaption>
      <pre translate="no">
        <code>{code}</code>
      </pre>
    </figure>
  );
}
