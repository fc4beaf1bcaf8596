/** Refusals of the API as errors. */

export interface TppMessage {
  readonly category: 'ERROR' | 'WARNING';
  /** Stable, for programs: `FORMAT_ERROR`, `CONSENT_INVALID` and so on (guide "API error handling"). */
  readonly code: string;
  /** Field, parameter or header: `creditorAccount.iban`, `query:dateFrom`, `header:PSU-IP-Address`. */
  readonly path?: string | undefined;
  /** For people; it may change. */
  readonly text?: string | undefined;
}

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** Of the first message; `UNKNOWN` for an answer that is not the API's. */
  readonly code: string;
  readonly messages: readonly TppMessage[];
  /** What the bank's support asks for. */
  readonly requestId: string | undefined;
  /** Seconds to wait, where the bank says so. */
  readonly retryAfter: number | undefined;

  constructor(response: Response, body: unknown) {
    const messages = messagesIn(body);
    const [first] = messages;
    const requestId = response.headers.get('x-request-id') ?? undefined;
    super([`${response.status} ${first?.code ?? 'without a code'}`, first?.path, first?.text, requestId].filter(Boolean).join(', '));
    this.status = response.status;
    this.code = first?.code ?? 'UNKNOWN';
    this.messages = messages;
    this.requestId = requestId;
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    this.retryAfter = Number.isFinite(seconds) ? seconds : undefined;
  }
}

/**
 * The answer of a call: `const { accounts } = await orThrow(client.GET('/v1/accounts', …))`.
 *
 * @throws ApiError when the bank refused
 */
export async function orThrow<Data>(call: Promise<{ readonly data?: Data; readonly error?: unknown; readonly response: Response }>): Promise<Data> {
  const { data, error, response } = await call;
  if (error !== undefined || !response.ok) throw new ApiError(response, error);
  // An answer without a body, 204, has no data.
  return data as Data;
}

function messagesIn(body: unknown): readonly TppMessage[] {
  const listed: unknown = Object(body).tppMessages;
  return Array.isArray(listed) ? listed.filter((message) => typeof Object(message).code === 'string') : [];
}
