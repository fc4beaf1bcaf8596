/** Why a request was refused, in words: from the response, or from its status. */

export interface Cause {
  readonly code?: string;
  readonly text?: string;
}

/** For responses without one of our error bodies: pages, and aborted requests. */
const BY_STATUS: ReadonlyMap<number, string> = new Map([
  [400, 'The request cannot be read as it came. The answer says what is wrong with it.'],
  [401, 'The caller is not known: the access token or the client secret is missing, wrong or has expired.'],
  [403, 'The caller is known and may not do this.'],
  [404, 'There is nothing under this address, or it belongs to another application or customer.'],
  [405, 'The address exists, but not with this method.'],
  [406, 'The answer does not exist in the form that was asked for.'],
  [409, 'The object is in a state in which this cannot be done.'],
  [410, 'It was there and has ended.'],
  [413, 'The request is larger than what is accepted.'],
  [415, 'The body is in a media type that is not read here.'],
  [422, 'The request is well formed and cannot be done.'],
  [429, 'Too many requests came from one address. Wait as long as Retry-After says.'],
  [499, 'The caller closed the connection before the answer was ready.'],
  [503, 'The service could not take the request at that moment. Repeat it after Retry-After.'],
]);

/** @param body the response's body as a JSON value. */
export function causeOf(status: number, body: unknown): Cause {
  if (status < 400) return {};
  const { tppMessages, errors, error, error_description: description } = asObject(body);
  const first = asObject([tppMessages, errors].find(Array.isArray)?.[0]);
  const code = textOf(first.code) ?? textOf(error);
  const said = textOf(first.text) ?? textOf(description);
  const where = textOf(first.path);
  const text =
    said ?? BY_STATUS.get(status) ?? (status >= 500 ? 'The server could not do it. Give the request id to the bank.' : 'The request was refused.');
  return { ...(code === undefined ? {} : { code: code.slice(0, 60) }), text: where === undefined ? text : `${where}: ${text}` };
}

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
