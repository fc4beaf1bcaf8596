/**
 * Calls the bank's core: `POST {url}/{call}` with JSON. Only a 200 with a valid body succeeds; every other outcome is {@link BankUnavailable}.
 * All calls are idempotent, so the client retries once after a broken connection. It does not retry after a timeout.
 */
import type { Logger } from 'pino';
import type { Static, TSchema } from 'typebox';
import { BankUnavailable } from '#modules/bank/index.ts';
import type { CoreSettings } from '#platform/config.ts';
import { findUnstorable } from '#platform/http/storable-text.ts';
import { httpClientDuration } from '#platform/telemetry/instruments.ts';
import { beginSpan, errorTypeOf, inSpan } from '#platform/telemetry/trace.ts';
import { certificateFault } from '#platform/tls/certificate-fault.ts';
import { BrokenAnswer, openCoreLine } from './core-line.ts';
import { type CoreCall, WrongForm } from './wire/calls.ts';

/** Circuit breaker: after this many consecutive failures calls fail at once for a while. The core recovers sooner, and callers do not wait. */
const FAILURES_MAX = 5;
const PAUSE_MS = 5_000;
/** Names the version that a call follows; without it a call follows version 1. */
const VERSION_HEADER = 'portico-bank-version';
const ANSWER_LENGTH_MAX = 16 * 1024 * 1024;

export type AskCore = <Request extends TSchema, Response extends TSchema>(
  call: CoreCall<Request, Response>,
  body: Sent<Static<Request>>,
) => Promise<Static<Response>>;

/** JSON leaves out what is undefined. */
export type Sent<Value> = Value extends readonly (infer Item)[]
  ? readonly Sent<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: Sent<Value[Name]> | (Record<never, never> extends Pick<Value, Name> ? undefined : never) }
    : Value;

/** Why a call failed, in words for the log. */
class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  readonly mayRepeat: boolean;
  /** HTTP status of the failed call; absent when no response came. */
  readonly status: number | undefined;
  constructor(text: string, { mayRepeat = false, status, cause }: { mayRepeat?: boolean; status?: number; cause?: unknown } = {}) {
    super(text, { cause });
    this.mayRepeat = mayRepeat;
    this.status = status;
  }
}

function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new NoAnswer('an answer that is no JSON', { cause });
  }
}

/** @param options `version`: of the calls, as the core agreed to at the start. */
export function createCoreClient(settings: CoreSettings, { log, version }: { readonly log: Logger; readonly version: number }): AskCore {
  const { secret, timeoutMs } = settings;
  const sendToCore = openCoreLine(settings);
  const named = version === 1 ? {} : { [VERSION_HEADER]: String(version) };
  let failures = 0;
  let pausedUntil = 0;

  async function send(call: string, body: object): Promise<unknown> {
    const attributes = { 'http.request.method': 'POST', 'url.template': `/${call}` };
    const span = beginSpan(`POST /${call}`, 'client', attributes);
    const began = performance.now();
    const end = (status: number | undefined, errorType?: string) => {
      const outcome = { 'http.response.status_code': status };
      httpClientDuration.record((performance.now() - began) / 1_000, { ...attributes, ...outcome, 'error.type': errorType });
      span?.set(outcome);
      span?.end(errorType);
    };
    try {
      // The core belongs to the bank, so it may continue the trace.
      const answer = await inSpan(span, () => exchange(call, body, span === undefined ? {} : { traceparent: span.traceParent }));
      end(200);
      return answer;
    } catch (error) {
      end(error instanceof NoAnswer ? error.status : undefined, errorTypeOf(error));
      throw error;
    }
  }

  async function exchange(call: string, body: object, trace: Readonly<Record<string, string>>): Promise<unknown> {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json', ...named, ...trace };
    const request = { headers, body: JSON.stringify(body), lengthMax: ANSWER_LENGTH_MAX };
    const { status, text } = await sendToCore(call, request).catch((cause: unknown) => {
      if (cause instanceof BrokenAnswer) throw new NoAnswer(cause.message, { cause });
      const isLate = cause instanceof Error && cause.name === 'TimeoutError';
      const fault = certificateFault(cause);
      const reason = fault === undefined ? `no connection (${errorTypeOf(cause)})` : `no connection, because ${fault}`;
      throw new NoAnswer(isLate ? `no answer within ${timeoutMs} ms` : reason, { mayRepeat: !isLate, cause });
    });
    if (status !== 200) throw new NoAnswer(`status ${status}`, { status });
    if (text === undefined) throw new NoAnswer('an answer of more than 16 MB');
    const answer = parseAnswer(text);
    // Neither the database nor the hash of a signed content accepts it, so a later step would fail without naming the core.
    const place = findUnstorable(answer, text);
    if (place !== undefined) throw new WrongForm(`${place === '' ? 'the answer' : place}: a text with U+0000 or half a surrogate pair`);
    return answer;
  }

  async function sendAgain(call: string, body: object): Promise<unknown> {
    try {
      return await send(call, body);
    } catch (error) {
      if (!(error instanceof NoAnswer) || !error.mayRepeat) throw error;
      return send(call, body);
    }
  }

  function noteFailure(call: string, error: unknown): BankUnavailable {
    failures += 1;
    if (error instanceof WrongForm) log.warn({ call, form: error.message }, 'The bank’s core answered in another form.');
    if (failures >= FAILURES_MAX) {
      pausedUntil = performance.now() + PAUSE_MS;
      log.warn({ err: error, call, failures }, 'The bank’s core does not answer; it is left alone for a moment.');
    }
    const detail = `The core’s ${call}: ${error instanceof Error ? error.message : String(error)}.`;
    return new BankUnavailable(detail, failures >= FAILURES_MAX ? PAUSE_MS / 1000 : 1, error);
  }

  return async (call, body) => {
    const waitMs = pausedUntil - performance.now();
    if (waitMs > 0)
      throw new BankUnavailable(`The core is not asked for ${call.name}: it did not answer ${failures} times.`, Math.ceil(waitMs / 1000));
    try {
      const answer = call.parse(await sendAgain(call.name, body));
      if (failures >= FAILURES_MAX) log.info({ call: call.name }, 'The bank’s core answers again.');
      failures = 0;
      return answer;
    } catch (error) {
      throw noteFailure(call.name, error);
    }
  };
}
