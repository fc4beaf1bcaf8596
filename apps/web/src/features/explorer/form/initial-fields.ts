/** The initial values of an operation's fields: those of a shared link, or of an earlier request. */
import type { OperationBrief } from '@portico/contract';
import { isMadeAnew, parameterKey, REQUEST_ID_KEY } from '../request/build-request.ts';
import { isSecretName } from '../request/history/mask-secrets.ts';
import { SENT_PARAMETER } from '../request/history/sent-parameter.ts';
import { readSent, type SentRequest } from '../request/history/sent-request.ts';
import { readShared } from './shared-address.ts';
import { NOTHING_TYPED, type Typed } from './use-operation-form.ts';

/** @param stored the stored history */
export function initialFields(slice: OperationBrief, search: URLSearchParams, stored: string | undefined): Typed {
  const id = search.get(SENT_PARAMETER);
  const sent = id === null ? undefined : readSent(stored).find((request) => request.id === id);
  return sent === undefined || sent.apiId !== slice.apiId || sent.operationId !== slice.operationId
    ? { ...NOTHING_TYPED, values: readShared(search) }
    : fieldsOfSent(slice, sent, false);
}

/** Empty fields stay empty. Secret values, and those created for each request, get their defaults. */
export function fieldsOfSent({ parameters }: OperationBrief, { values, body, requestId }: SentRequest, isSameId: boolean): Typed {
  const typed = new Map<string, string>();
  for (const parameter of parameters) {
    const key = parameterKey(parameter);
    if (!isMadeAnew(key) && !isSecretName(parameter.name)) typed.set(key, values[key] ?? '');
  }
  if (isSameId && requestId !== undefined) typed.set(REQUEST_ID_KEY, requestId);
  return { ...NOTHING_TYPED, values: typed, body: body?.text, mediaType: body?.mediaType };
}
