/** The fields of an operation's page: typed values replace the default values. */
import type { OperationBrief, SliceContent } from '@portico/contract';
import { usualAlternative, bodyText as writeBody } from '@portico/contract/wire';
import { useCallback, useMemo, useState } from 'react';
import { keyFields, type ParameterValues, parameterKey, REQUEST_ID_KEY, type RequestParts } from '../request/build-request.ts';
import type { RequestCustomer } from '../request/request-customer.ts';
import { type FillIn, fillIn } from './fill-in.ts';
import { initialBody } from './initial-body.ts';
import type { KnownIds } from './known-ids.ts';

export interface Typed {
  readonly values: ParameterValues;
  readonly body: string | undefined;
  readonly mediaType: string | undefined;
  readonly exampleName: string | undefined;
  /** Index of the chosen alternative of `security`. */
  readonly alternative?: number | undefined;
}

export const NOTHING_TYPED: Typed = { values: new Map(), body: undefined, mediaType: undefined, exampleName: undefined };

export interface OperationForm {
  readonly values: ParameterValues;
  readonly contents: readonly SliceContent[];
  readonly content: SliceContent | undefined;
  readonly bodyText: string;
  readonly isBodyEdited: boolean;
  readonly exampleName: string | undefined;
  readonly alternative: number;
  readonly parts: RequestParts;
  readonly setAlternative: (alternative: number) => void;
  readonly setValue: (key: string, value: string) => void;
  readonly setBody: (text: string) => void;
  readonly setMediaType: (mediaType: string) => void;
  readonly setExample: (name: string) => void;
  readonly resetBody: () => void;
  /** Replaces all values with `typed` and creates new ids. Returns the values of the fields after that. */
  readonly refill: (typed: Typed) => ParameterValues;
  /** Creates a new X-Request-ID, state and nonce, because the next call is another request. */
  readonly renewIds: () => void;
}

/** Typed values first, default values for the other parameters. */
function fillAll(slice: OperationBrief, alternative: number, typed: ParameterValues, known: FillIn): ParameterValues {
  const { path, parameters } = slice;
  const filled = parameters.map(
    (parameter) => [parameterKey(parameter), typed.get(parameterKey(parameter)) ?? fillIn(parameter, path, known)] as const,
  );
  const keys = keyFields(slice, alternative).map((field) => [parameterKey(field), typed.get(parameterKey(field)) ?? ''] as const);
  return new Map([...filled, ...keys]);
}

/**
 *
 * @param customer whose values fill untyped fields; the editor shows the last body sent for them
 * @param knownIds from earlier responses
 * @param code the authorization code of the last sign-in
 * @param given values of a shared link, or of an earlier request
 */
export function useOperationForm(
  slice: OperationBrief,
  customer: RequestCustomer | undefined,
  knownIds: KnownIds,
  code: string | undefined,
  given: Typed,
): OperationForm {
  const hasCustomer = customer !== undefined;
  const { prefills = NOTHING, userName, redirectUri, returnPage, lastBody } = customer ?? {};
  const iban = customer?.iban ?? knownIds.iban;
  const [ids, setIds] = useState(createIds);
  const known = useMemo(
    (): FillIn => ({ ...ids, prefills, knownIds, iban, userName, redirectUri, returnPage, hasCustomer, code }),
    [ids, prefills, knownIds, iban, userName, redirectUri, returnPage, hasCustomer, code],
  );
  const [typed, setTyped] = useState(given);
  const contents = slice.requestBody?.content ?? [];
  const content = contents.find(({ mediaType }) => mediaType === typed.mediaType) ?? contents[0];
  const alternative = typed.alternative ?? usualAlternative(slice);
  const values = useMemo(() => fillAll(slice, alternative, typed.values, known), [slice, alternative, typed.values, known]);
  const filledBody = useMemo(
    () =>
      content !== undefined && lastBody !== undefined && lastBody !== null && typed.exampleName === undefined
        ? writeBody(content, lastBody)
        : initialBody(content, typed.exampleName, known),
    [content, lastBody, typed.exampleName, known],
  );
  const bodyText = typed.body ?? filledBody;
  const parts = useMemo(
    (): RequestParts => ({
      slice,
      values,
      body: content === undefined || bodyText === '' ? undefined : { mediaType: content.mediaType, text: bodyText },
      alternative,
    }),
    [slice, values, content, bodyText, alternative],
  );
  const change = useCallback((next: Partial<Typed>) => setTyped((current) => ({ ...current, ...next })), []);
  return {
    values,
    contents,
    content,
    bodyText,
    isBodyEdited: typed.body !== undefined || (lastBody !== undefined && lastBody !== null),
    exampleName: typed.exampleName,
    alternative,
    parts,
    setAlternative: useCallback((next) => change({ alternative: next }), [change]),
    setValue: useCallback((key, value) => setTyped((current) => ({ ...current, values: new Map(current.values).set(key, value) })), []),
    setBody: useCallback((body) => change({ body }), [change]),
    setMediaType: useCallback((mediaType) => change({ mediaType, body: undefined }), [change]),
    setExample: useCallback((exampleName) => change({ exampleName, body: undefined }), [change]),
    resetBody: useCallback(() => change({ body: undefined, exampleName: undefined }), [change]),
    refill(next) {
      const fresh = createIds();
      setIds(fresh);
      setTyped(next);
      return fillAll(slice, next.alternative ?? usualAlternative(slice), next.values, { ...known, ...fresh });
    },
    renewIds() {
      setIds(createIds());
      setTyped((current) => {
        const values = new Map(current.values);
        values.delete(REQUEST_ID_KEY);
        return { ...current, values };
      });
    },
  };
}

const NOTHING: Readonly<Record<string, string>> = {};

function createIds(): Pick<FillIn, 'requestId' | 'state' | 'nonce'> {
  return { requestId: crypto.randomUUID(), state: crypto.randomUUID(), nonce: crypto.randomUUID() };
}
