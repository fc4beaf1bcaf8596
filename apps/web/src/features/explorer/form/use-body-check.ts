/** Checks a body: whether it can be parsed, and whether it matches the documented schema. */
import type { OperationBrief, OperationSlice, SliceContent } from '@portico/contract';
import { isEditedAsJson } from '@portico/contract/wire';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import type { checkSchema, SchemaProblem } from '../schema/check-schema.ts';
import { useDefs } from '../schema/use-defs.ts';
import { useSchemaCheck } from '../schema/use-schema-check.ts';

export type BodyFinding = Pick<SchemaProblem, 'text'> & {
  /** Undefined: a syntax error in the JSON. */
  readonly steps: SchemaProblem['steps'] | undefined;
};

export interface BodyCheck {
  /** The checked text; later changes are checked next. */
  readonly text: string;
  /** A short summary. */
  readonly summary: string;
  readonly problems: readonly BodyFinding[];
  /** True when the JSON could be parsed. */
  readonly isReadable: boolean;
}

/** Checks the schema from the call of `start` on, which loads the code. */
export function useBodyCheck(text: string, content: SliceContent, slice: OperationBrief): { check: BodyCheck; start: () => void } {
  // A failure to load is ignored, because the server validates the body, too.
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
  if (!isEditedAsJson(mediaType)) return { ...nothing, summary: 'not checked' };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const problem = error instanceof Error ? error.message : 'It cannot be read.';
    return { ...nothing, summary: 'not JSON', problems: [{ steps: undefined, text: `${problem.replace(/\.?$/, '.')} It is sent as it stands.` }] };
  }
  if (checkWith === undefined || schema === undefined || $defs === undefined) return { text, summary: 'JSON', problems: [], isReadable: true };
  const { problems, unchecked } = checkWith(value, schema, $defs);
  const [reason] = unchecked;
  const summary = problems.length > 0 ? 'not as described' : reason === undefined ? 'as described' : `not fully checked: ${reason}`;
  return { text, summary, problems, isReadable: true };
}
