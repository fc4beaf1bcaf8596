/** The answer against the schema that the document promises for its status. */
import type { OperationSlice, SliceContent } from '@portico/contract';
import { Suspense, use, useMemo } from 'react';
import { Note } from '../../../shared/ui/note.tsx';
import type { checkSchema } from '../operation/check-schema.ts';
import styles from '../operation/operation.module.css';
import type { Answer } from '../request/send-request.ts';

let loading: Promise<typeof checkSchema | undefined> | undefined;

export function AnswerSchema(props: { answer: Answer; slice: OperationSlice }) {
  return (
    <div className={styles.problems}>
      <Suspense fallback={<p>Checking</p>}>
        <Verdict {...props} />
      </Suspense>
    </div>
  );
}

function Verdict({ answer, slice }: { answer: Answer; slice: OperationSlice }) {
  loading ??= import('../operation/check-schema.ts').then((part) => part.checkSchema).catch(() => undefined);
  const check = use(loading);
  const promised = promisedContent(slice, answer);
  const problems = useMemo(() => {
    const schema = promised?.schema;
    if (check === undefined || schema === undefined) return undefined;
    try {
      const value: unknown = JSON.parse(answer.text ?? '');
      return check(value, schema, slice.$defs);
    } catch {
      return [{ path: '', text: 'The document promises JSON, and the answer is none.' }];
    }
  }, [check, promised, answer.text, slice.$defs]);
  if (problems === undefined) {
    return (
      <p>
        {promised === undefined
          ? `The document describes no body for ${answer.status}.`
          : 'The check could not be loaded. Reload the page to try again.'}
      </p>
    );
  }
  if (problems.length === 0) return <Note kind="ok">The answer is as the document describes it.</Note>;
  return (
    <Note kind="warn">
      The answer differs from what the document describes.
      <ul>
        {problems.map(({ path, text }) => (
          <li key={`${path}\n${text}`}>
            {path === '' ? null : (
              <>
                <code>{path}</code>:{' '}
              </>
            )}
            {text}
          </li>
        ))}
      </ul>
    </Note>
  );
}

/** By the exact status, then its class, then the default (OpenAPI 3.1 §4.8.16). */
export function promisedContent(
  { responses }: OperationSlice,
  { status, mediaType }: Pick<Answer, 'status' | 'mediaType'>,
): SliceContent | undefined {
  const found = [String(status), `${String(status).charAt(0)}XX`, 'default']
    .map((wanted) => responses.find((response) => response.status.toUpperCase() === wanted.toUpperCase()))
    .find((response) => response !== undefined);
  return found?.content?.find((content) => content.mediaType === mediaType) ?? found?.content?.find(({ schema }) => schema !== undefined);
}
