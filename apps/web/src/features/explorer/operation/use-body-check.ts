/** What is to be said about a body: whether it can be read, and whether it is what the document describes. */
import type { OperationSlice, SliceContent } from '@portico/contract';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import type { checkSchema, SchemaProblem } from './check-schema.ts';
import { isJson } from './start-body.ts';

export interface BodyCheck {
  /** In a few words. */
  readonly summary: string;
  readonly problems: readonly SchemaProblem[];
  /** JSON that could be parsed. */
  readonly isReadable: boolean;
}

type CheckSchema = typeof checkSchema;

/** The schema is checked from the moment `start` was called: its code is loaded then. */
export function useBodyCheck(text: string, content: SliceContent, $defs: OperationSlice['$defs']): { check: BodyCheck; start: () => void } {
  const [checkWith, setCheckWith] = useState<CheckSchema>();
  const settled = useDeferredValue(text);
  const check = useMemo(() => checkBody(settled, content, $defs, checkWith), [settled, content, $defs, checkWith]);
  const start = useCallback(() => {
    // Without it the page works all the same: the server checks too.
    import('./check-schema.ts').then((part) => setCheckWith(() => part.checkSchema)).catch(() => undefined);
  }, []);
  return { check, start };
}

function checkBody(text: string, { mediaType, schema }: SliceContent, $defs: OperationSlice['$defs'], checkWith: CheckSchema | undefined): BodyCheck {
  if (text.trim() === '') return { summary: 'empty', problems: [], isReadable: false };
  if (!isJson(mediaType)) return { summary: 'not checked', problems: [], isReadable: false };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const problem = error instanceof Error ? error.message : 'It cannot be read.';
    return { summary: 'no JSON', problems: [{ path: '', text: `${problem} It is sent as it stands.` }], isReadable: false };
  }
  if (checkWith === undefined || schema === undefined) return { summary: 'JSON', problems: [], isReadable: true };
  const problems = checkWith(value, schema, $defs);
  return { summary: problems.length === 0 ? 'as described' : 'not as described', problems, isReadable: true };
}
