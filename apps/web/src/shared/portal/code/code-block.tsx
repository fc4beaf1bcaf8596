/** A block of code under a title, with an exact copy. */
import type { ReactNode } from 'react';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { CopyButton } from '../copy-button.tsx';
import { Code } from './code.tsx';
import styles from './code-block.module.css';

interface CodeBlockProps {
  title: ReactNode;
  code: string;
  /** Of the code; see `Code`. Without it the code has no colours, and its lines wrap. */
  language?: string;
  /** What is copied, when that is more than what is shown. */
  copyText?: string | (() => Promise<string>);
  /** Default `Copy code`. */
  copyLabel?: string;
}

export function CodeBlock({ title, code, language, copyText = code, copyLabel = 'Copy code' }: CodeBlockProps) {
  return (
    <figure className={styles.code}>
      <figcaption>
        {title}
        <CopyButton text={copyText} label={copyLabel} />
      </figcaption>
      {language === undefined ? (
        <pre className={styles.wrapped} translate="no">
          <code>{code}</code>
        </pre>
      ) : (
        <ScrollRegion as="pre" label="Code" translate="no">
          <Code language={language} code={code} />
        </ScrollRegion>
      )}
    </figure>
  );
}
