/** The field for the body: a plain text area, replaced by a JSON editor on focus with a mouse or keyboard. */
import { type FocusEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { loadModule } from '../../../shared/page/load-module.ts';
import type { CodeEditor, openCodeEditor } from './code-editor.ts';
import styles from './form.module.css';
import type { BodyCheck } from './use-body-check.ts';

interface BodyFieldProps {
  text: string;
  /** True for a body that can be edited as JSON. */
  isJson: boolean;
  check: BodyCheck;
  /** Ids of the heading, and of the messages about the text. */
  labelledBy: string;
  describedBy: string;
  onFocus: () => void;
  onText: (text: string) => void;
}

interface Opening {
  readonly open: typeof openCodeEditor;
  readonly text: string;
  readonly selection: { readonly anchor: number; readonly head: number };
  readonly isFocused: boolean;
}

export function BodyField({ text, isJson, check, labelledBy, describedBy, onFocus, onText }: BodyFieldProps) {
  const [opening, setOpening] = useState<Opening>();
  const field = useRef<HTMLTextAreaElement>(null);
  const enter = (_event: FocusEvent) => {
    onFocus();
    // On touch screens the plain field is better: it has the native selection, menus and dictation.
    if (!isJson || !window.matchMedia('(pointer: fine)').matches) return;
    loadModule(() => import('./code-editor.ts')).then(
      (part) => {
        const from = field.current;
        if (from === null) return;
        const { value, selectionStart, selectionEnd, selectionDirection } = from;
        const [anchor, head] = selectionDirection === 'backward' ? [selectionEnd, selectionStart] : [selectionStart, selectionEnd];
        setOpening({ open: part.openCodeEditor, text: value, selection: { anchor, head }, isFocused: document.activeElement === from });
      },
      // If the editor cannot be loaded, the plain field stays and is sufficient.
      () => undefined,
    );
  };
  if (opening !== undefined && isJson) {
    return <Editor opening={opening} text={text} check={check} onText={onText} onFailure={() => setOpening(undefined)} />;
  }
  return (
    <textarea
      ref={field}
      className={styles.editor}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      value={text}
      spellCheck={false}
      autoCapitalize="off"
      autoComplete="off"
      onFocus={enter}
      onChange={(event) => onText(event.target.value)}
    />
  );
}

interface EditorProps {
  opening: Opening;
  text: string;
  check: BodyCheck;
  onText: (text: string) => void;
  onFailure: () => void;
}

function Editor({ opening, text, check, onText, onFailure }: EditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<CodeEditor>(undefined);
  const handlers = useRef({ onText, onFailure });
  useLayoutEffect(() => {
    handlers.current = { onText, onFailure };
  });
  useLayoutEffect(() => {
    if (host.current === null) return undefined;
    try {
      const { open, text: first, selection, isFocused } = opening;
      editor.current = open(host.current, {
        text: first,
        selection,
        label: 'Body',
        // Synchronous, so that the text from the page is never older than the editor's.
        onText: (next) => flushSync(() => handlers.current.onText(next)),
      });
      if (isFocused) editor.current.focus();
    } catch {
      handlers.current.onFailure();
    }
    return () => editor.current?.close();
  }, [opening]);
  // Not `useEffect`: on a slow machine it would run after the first key, put back the older text, and move the cursor to the beginning.
  useLayoutEffect(() => editor.current?.setText(text), [text]);
  useEffect(() => editor.current?.setFindings(check.problems, check.text), [check]);
  return <div ref={host} className={styles.codeEditor} />;
}
