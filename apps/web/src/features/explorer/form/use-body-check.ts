/** What is to be said about a body: whether it can be read, and whether it is what the document describes. */
import type { OperationBrief, OperationSlice, SliceContent } from '@portico/contract';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import type { checkSchema, SchemaProblem } from '../schema/check-schema.ts';
import { useDefs } from '../schema/use-defs.ts';
import { useSchemaCheck } from '../schema/use-schema-check.ts';
import { isJson } from './initial-body.ts';

export type BodyFinding = Pick<SchemaProblem, 'text'> & {
  /** Undefined: where the text is no JSON. */
  readonly steps: SchemaProblem['steps'] | undefined;
};

export interface BodyCheck {
  /** What was checked; what is typed meanwhile is checked next. */
  readonly text: string;
  /** In a few words. */
  readonly summary: string;
  readonly problems: readonly BodyFinding[];
  /** JSON that could be parsed. */
  readonly isReadable: boolean;
}

/** The schema is checked from the moment `start` was called: its code is loaded then. */
export function useBodyCheck(text: string, content: SliceContent, slice: OperationBrief): { check: BodyCheck; start: () => void } {
  // Without it the page works all the same: the server checks too.
  const { checkSchema: checkWith, load } = useSchemaCheck();
  const [isStarted, setIsStarted] = useState(false);
  const { $defs } = useDefs(slice, isStarted);
  const settled = useDeferredValue(text);
  const check = useMemo(() => checkBody(settled, content, $defs, checkWith), [settled, content, $defs, checkWith]);
  const start = useCallback(() => {
    setIsStarted(true);
    load();
  }, [load]);
  return { check, start };
}

function checkBody(
  text: string,
  { mediaType, schema }: SliceContent,
  $defs: OperationSlice['$defs'] | undefined,
  checkWith: typeof checkSchema | undefined,
): BodyCheck {
  const nothing = { text, problems: [], isReadable: false };
  if (text.trim() === '') return { ...nothing, summary: 'empty' };
  if (!isJson(mediaType)) return { ...nothing, summary: 'not checked' };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const problem = error instanceof Error ? error.message : 'It cannot be read.';
    return { ...nothing, summary: 'no JSON', problems: [{ steps: undefined, text: `${problem.replace(/\.?$/, '.')} It is sent as it stands.` }] };
  }
  if (checkWith === undefined || schema === undefined || $defs === undefined) return { text, summary: 'JSON', problems: [], isReadable: true };
  const problems = checkWith(value, schema, $defs);
  return { text, summary: problems.length === 0 ? 'as described' : 'not as described', problems, isReadable: true };
}
