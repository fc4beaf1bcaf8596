/** Copies a text unchanged; the tick stays for three seconds (specification §9) and is announced once. */
import { COPY_CONFIRMATION_MS } from '@portico/contract/values';
import { useEffect, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';

type CopyState = 'ready' | 'copied' | 'refused';

const SAID: Readonly<Record<CopyState, string>> = {
  ready: '',
  copied: 'Copied',
  refused: 'Copying did not work. Select the text and copy it yourself.',
};

interface CopyButtonProps {
  /** May be loaded first. */
  text: string | (() => Promise<string>);
  /** Names what is copied, e.g. `Copy token`. */
  label: string;
  /** Shows the label beside the icon. */
  hasWords?: boolean;
}

export function CopyButton({ text, label, hasWords = false }: CopyButtonProps) {
  const [state, setState] = useState<CopyState>('ready');
  useEffect(() => {
    if (state === 'ready') return undefined;
    const timer = setTimeout(() => setState('ready'), COPY_CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : await text());
      setState('copied');
    } catch {
      setState('refused');
    }
  };
  return (
    <>
      <span className="vh" role="status">
        {SAID[state]}
      </span>
      <Button
        {...(hasWords ? { kind: 'quiet', isDense: true } : { isIcon: true, 'aria-label': label })}
        title={SAID[state] === '' ? label : SAID[state]}
        onClick={() => void copy()}
      >
        <Icon name={state === 'copied' ? 'tick' : state === 'refused' ? 'octagon' : 'copy'} small />
        {hasWords ? <span>{label}</span> : null}
      </Button>
    </>
  );
}
