/** The answer against the schema that the document promises for its status. */
import type { OperationBrief } from '@portico/contract';
import { useEffect, useMemo } from 'react';
import { LoadFailure } from '../../../shared/portal/load-failure.tsx';
import { MissingPart } from '../../../shared/portal/missing-part.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import styles from '../panel.module.css';
import type { Answer } from '../request/outcome.ts';
import { ProblemList } from '../schema/problem-list.tsx';
import { useDefs } from '../schema/use-defs.ts';
import { useSchemaCheck } from '../schema/use-schema-check.ts';
import { documentedContent } from './documented-content.ts';

export function ResponseSchemaCheck(props: { answer: Answer; slice: OperationBrief }) {
  return (
    <div className={styles.problems}>
      <Verdict {...props} />
    </div>
  );
}

function Verdict({ answer, slice }: { answer: Answer; slice: OperationBrief }) {
  const { checkSchema, hasFailed, load: loadCheck } = useSchemaCheck();
  const { $defs, failure, load: loadDefs } = useDefs(slice, true);
  useEffect(loadCheck, [loadCheck]);
  const schema = documentedContent(slice, answer)?.schema;
  const problems = useMemo(() => {
    if (checkSchema === undefined || schema === undefined || $defs === undefined) return undefined;
    const value = parse(answer.text);
    return value === undefined
      ? [{ steps: [], text: 'The document promises JSON, and the response is none.' }]
      : checkSchema(value.json, schema, $defs);
  }, [checkSchema, schema, $defs, answer.text]);
  const retry = () => {
    loadCheck();
    loadDefs();
  };
  if (schema === undefined) return <p>The document describes no body for {answer.status}.</p>;
  if (failure !== undefined) return <LoadFailure failure={failure} onRetry={retry} />;
  if (hasFailed) return <MissingPart onRetry={retry} />;
  if (problems === undefined) return <p>Checking</p>;
  if (problems.length === 0) return <Note kind="ok">The response is as the document describes it.</Note>;
  return (
    <Note kind="warn">
      The response differs from what the document describes.
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
