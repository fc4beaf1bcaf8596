/** A block of code whose copy is exact; the tick stays for three seconds (specification §9). */
import { COPY_CONFIRMATION_MS } from '@portico/contract/values';
import { useEffect, useState } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { inPlaces } from '../../shared/ui/in-places.ts';
import styles from './code-sample.module.css';

const TITLES: Readonly<Record<string, string>> = { http: 'HTTP', json: 'JSON', bash: 'Shell', js: 'JavaScript', text: 'Text' };

export function CodeSample({ language, code }: { language: string; code: string }) {
  return (
    <figure className={styles.code}>
      <figcaption>
        {TITLES[language] ?? language}
        <CopyButton text={code} />
      </figcaption>
      <pre>
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

function CopyButton({ text }: { text: string }) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setIsCopied(false), COPY_CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setIsCopied(true);
  };
  return (
    <>
      <span className="vh" role="status">
        {isCopied ? 'Copied' : ''}
      </span>
      <Button isIcon aria-label="Copy code" onClick={() => void copy().catch(() => setIsCopied(false))}>
        <Icon name={isCopied ? 'tick' : 'copy'} small />
      </Button>
    </>
  );
}
