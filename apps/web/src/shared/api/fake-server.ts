/** A fake server for tests: responds by method and path, and records the calls. */
export interface RecordedCall {
  readonly call: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: unknown;
}

export type Answer = (recorded: RecordedCall, signal: AbortSignal | undefined) => Response | Promise<Response>;

export interface FakeServer {
  readonly fetch: typeof globalThis.fetch;
  readonly calls: RecordedCall[];
  /** Replaces an earlier answer; the key is `PUT /api/ui/payment`. */
  on(call: string, answer: Answer | object): void;
  count(call: string): number;
}

export function createFakeServer(answers: Readonly<Record<string, Answer | object>> = {}): FakeServer {
  const table = new Map(Object.entries(answers));
  const calls: RecordedCall[] = [];
  return {
    calls,
    on: (call, answer) => void table.set(call, answer),
    count: (call) => calls.filter((recorded) => recorded.call === call).length,
    fetch: async (input, init) => {
      const url = String(input);
      const [path = ''] = url.split('?');
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
      const recorded = { call: `${init?.method ?? 'GET'} ${path}`, url, headers: new Headers(init?.headers), body };
      calls.push(recorded);
      const answer = table.get(recorded.call);
      if (answer === undefined) return refuse(404, 'NOT_FOUND', `no answer for ${recorded.call}`);
      return typeof answer === 'function' ? runAnswer(answer, recorded, init?.signal ?? undefined) : reply(answer);
    },
  };
}

function runAnswer(answer: object, recorded: RecordedCall, signal: AbortSignal | undefined): Response | Promise<Response> {
  return isAnswer(answer) ? answer(recorded, signal) : reply(answer);
}

function isAnswer(answer: object): answer is Answer {
  return typeof answer === 'function';
}

export function reply(body: object | undefined, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(body === undefined ? null : JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
}

/** An error response in the format of portal and signing calls. */
export function refuse(status: number, code: string, text: string, extra: object = {}, headers: Record<string, string> = {}): Response {
  return reply({ errors: [{ code, text }], message: text, ...extra }, status, { 'x-request-id': 'request-1', ...headers });
}

/** Never responds; rejects when the caller aborts, like a real connection. */
export function hold(_: RecordedCall, signal: AbortSignal | undefined): Promise<Response> {
  return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
}

/** A response of the real server, from the contract's `recorded` folder (written by the server's `record-answers.test.ts`). */
export interface RecordedAnswer {
  readonly call: string;
  readonly status: number;
  readonly body: object;
}

/** Replays a recorded response. */
export function replay({ status, body }: RecordedAnswer): Answer {
  return () => reply(body, status, { 'x-request-id': 'request-1' });
}

/** The typed body of a recorded response, for tests that change single members. @throws when it has another type */
export function recordedBody<T>({ call, body }: RecordedAnswer, check: (value: unknown) => value is T): T {
  if (!check(body)) throw new Error(`the recorded answer of ${call} is not what this test needs`);
  return body;
}
