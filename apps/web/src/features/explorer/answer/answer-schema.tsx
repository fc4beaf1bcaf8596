/** The answer against the schema that the document promises for its status. */
import type { OperationBrief } from '@portico/contract';
import { Suspense, use, useMemo } from 'react';
import { Note } from '../../../shared/ui/note.tsx';
import type { checkSchema } from '../operation/check-schema.ts';
import styles from '../operation/operation.module.css';
import { ProblemList } from '../operation/problem-list.tsx';
import { useDefs } from '../operation/use-defs.ts';
import type { Answer } from '../request/outcome.ts';
import { promisedContent } from './promised-content.ts';

let loading: Promise<typeof checkSchema | undefined> | undefined;

export function AnswerSchema(props: { answer: Answer; slice: OperationBrief }) {
  return (
    <div className={styles.problems}>
      <Suspense fallback={<p>Checking</p>}>
        <Verdict {...props} />
      </Suspense>
    </div>
  );
}

function Verdict({ answer, slice }: { answer: Answer; slice: OperationBrief }) {
  loading ??= import('../operation/check-schema.ts').then((part) => part.checkSchema).catch(() => undefined);
  const check = use(loading);
  const promised = promisedContent(slice, answer);
  const { $defs, failure } = useDefs(slice, true);
  const problems = useMemo(() => {
    const schema = promised?.schema;
    if (check === undefined || schema === undefined || $defs === undefined) return undefined;
    const value = parse(answer.text);
    return value === undefined ? [{ steps: [], text: 'The document promises JSON, and the answer is none.' }] : check(value.json, schema, $defs);
  }, [check, promised, answer.text, $defs]);
  if ($defs === undefined && failure === undefined) return <p>Checking</p>;
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
      <ProblemList problems={problems} />
    </Note>
  );
}

function parse(text: string | undefined): { json: unknown } | undefined {
  try {
    return { json: JSON.parse(text ?? '') };
  } catch {
    return undefined;
  }
}
