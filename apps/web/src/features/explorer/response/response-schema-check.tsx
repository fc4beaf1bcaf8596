/** The answer against the schema that the document promises for its status. */
import type { OperationBrief } from '@portico/contract';
import { isJson } from '@portico/contract/wire';
import { useEffect, useMemo } from 'react';
import { LoadFailure } from '../../../shared/portal/load-failure.tsx';
import { MissingPart } from '../../../shared/portal/missing-part.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import styles from '../panel.module.css';
import type { Answer } from '../request/outcome.ts';
import type { SchemaFindings } from '../schema/check-schema.ts';
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
  const content = documentedContent(slice, answer);
  const schema = content?.schema;
  const isChecked = content !== undefined && isJson(content.mediaType);
  const findings = useMemo((): SchemaFindings | undefined => {
    if (checkSchema === undefined || schema === undefined || $defs === undefined || !isChecked) return undefined;
    const value = parse(answer.text);
    const noJson = { problems: [{ steps: [], text: 'The document promises JSON, and the response is none.' }], unchecked: [] };
    return value === undefined ? noJson : checkSchema(value.json, schema, $defs);
  }, [checkSchema, schema, $defs, answer.text, isChecked]);
  const retry = () => {
    loadCheck();
    loadDefs();
  };
  if (content === undefined) return <p>The document describes no body for {answer.status}.</p>;
  if (schema === undefined) return <p>Not checked: the document has no schema for {content.mediaType}.</p>;
  if (!isChecked) return <p>Not checked: the document promises {content.mediaType}, and a schema describes JSON only.</p>;
  if (failure !== undefined) return <LoadFailure failure={failure} onRetry={retry} />;
  if (hasFailed) return <MissingPart onRetry={retry} />;
  if (findings === undefined) return <p>Checking</p>;
  const { problems, unchecked } = findings;
  if (problems.length === 0 && unchecked.length > 0)
    return <Note kind="info">The response is as the document describes it, as far as it was checked. {unchecked.join(' ')}</Note>;
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
