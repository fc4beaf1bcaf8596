/** The search field of a list of operations. The key `/` moves the focus to it from anywhere on the page; Escape clears it. */
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { TextField } from '../../../shared/ui/field.tsx';
import type { Find } from './use-find.ts';

interface FindFieldProps {
  find: Find;
  /** Called on hover or focus, before the first letter. */
  onIntent?: () => void;
}

export function FindField({ find: { words, setWords, found, isSearch }, onIntent }: FindFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focus = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, []);
  const clear = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setWords('');
  };
  return (
    <search onPointerEnter={onIntent} onFocus={onIntent}>
      <TextField
        ref={input}
        type="search"
        label="Find an operation"
        value={words}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={clear}
      />
      <p className="vh" role="status">
        {words === '' || !isSearch ? '' : `${found.length} found`}
      </p>
    </search>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));
}
