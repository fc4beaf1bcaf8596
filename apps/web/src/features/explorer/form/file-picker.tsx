/** Replaces the text of the editor, or of one part of a multipart body, with the text of a file. */
import { type ChangeEvent, useRef, useState } from 'react';
import { Button } from '../../../shared/ui/button.tsx';
import styles from '../../../shared/ui/field.module.css';
import { formatBytes } from '../response/format-bytes.ts';

/** A longer text makes an editor slow on a phone. No body of the bank's API is as long. */
const MOST_BYTES = 1_000_000;

interface FilePickerProps {
  /** The part that is a file. Undefined: the whole body. */
  part: string | undefined;
  onText: (text: string) => void;
}

export function FilePicker({ part, onText }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const choose = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0];
    // Without this the same file, edited meanwhile, could not be chosen again.
    currentTarget.value = '';
    if (file === undefined) return;
    const read = await readFile(file);
    setProblem(read.problem);
    if (read.text !== undefined) onText(read.text);
  };
  return (
    <>
      <Button kind="quiet" isDense onClick={() => input.current?.click()}>
        {part === undefined ? 'Insert a file' : `Insert a file as ${part}`}
      </Button>
      <input ref={input} type="file" hidden onChange={choose} />
      <p className={styles.errorText} role="status">
        {problem}
      </p>
    </>
  );
}

interface ReadFile {
  readonly text?: string;
  readonly problem?: string;
}

async function readFile(file: File): Promise<ReadFile> {
  if (file.size > MOST_BYTES) {
    return { problem: `${file.name} has ${formatBytes(file.size)}. The editor takes up to ${formatBytes(MOST_BYTES)}: send it with a code sample.` };
  }
  const bytes = await file.arrayBuffer().catch(() => undefined);
  if (bytes === undefined) return { problem: `${file.name} could not be read. Choose it again.` };
  const text = utf8Text(bytes);
  return text === undefined
    ? { problem: `${file.name} is not a text in UTF-8, so the editor cannot show it. Send it with a code sample.` }
    : { text };
}

/** `undefined` for bytes that are not a text. */
function utf8Text(bytes: ArrayBuffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
