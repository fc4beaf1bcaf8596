/** A block of code under a title, with an exact copy. Long lines wrap with a hanging indent. */
import type { ReactNode } from 'react';
import { inPlaces } from '../ui/in-places.ts';
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
        <code>
          {inPlaces(code.split('\n')).map(({ key, item }) => (
            <span key={key} className={styles.l}>
              {item}
              {'\n'}
            </span>
          ))}
        </code>
      </pre>
    </figure>
  );
}
