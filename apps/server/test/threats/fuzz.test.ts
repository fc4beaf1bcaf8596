/**
 * T20: changed requests. Every example of every operation of the served documents is sent with one thing changed, and so are the calls that sign.
 * No answer is a 5xx; each has a status, a form and a code that the document of its operation names.
 * `FUZZ_REQUESTS=20000 FUZZ_SEED=7` sends more; a failure prints the seed and the request.
 */
import { member, type Transport } from '@portico/testkit';
import { Compile, type Validator } from 'typebox/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_SECTIONS } from '#modules/catalog/index.ts';
import { overInject } from '../../src/testing/over-inject.ts';
import { openEstate } from '../house/estate.ts';
import { type FuzzTarget, fuzzTargets, pageTargets, signingTargets } from '../house/fuzz/fuzz-targets.ts';
import { type MutatedRequest, mutateRequest, plainRequest } from '../house/fuzz/mutate-request.ts';
import { seededRandom } from '../house/fuzz/seeded-random.ts';
import { type House, openHouse } from '../house/open-house.ts';
import { readDocuments } from '../house/served-documents.ts';

const SEED = Number(process.env.FUZZ_SEED ?? 20_261_125);
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 800);
/** Failures that are enough to see a cause. */
const FAILURES_MAX = 40;

/** `status code` of the documented refusals, by operation. */
const CODES = new Map(
  API_SECTIONS.flatMap(({ operations }) => operations).map(({ operationId, errors }) => [
    operationId,
    new Set(errors.map(({ status, code }) => `${status} ${code}`)),
  ]),
);

/** Refused in JSON before the authorization server sees the request; its document describes the page alone. */
const BEFORE_THE_PAGE = /^(?:auth|authorize) (?:400|415)$/;

let house: House;
let targets: readonly FuzzTarget[];
beforeAll(async () => {
  house = await openHouse({ settings: { PORTICO_RATE_LIMIT_PER_MINUTE: '0' } });
  const [estate, spare] = [await openEstate(house), await openEstate(house)];
  await estate.customer.send('PUT', '/bank/device', { body: { automatic: true } });
  const send: Transport = overInject(house.portico.app, house.config.publicUrl);
  const documents = await readDocuments(house.portico.app, house.config.publicUrl);
  targets = [...fuzzTargets(documents, estate, spare), ...(await signingTargets(send, estate)), ...pageTargets(spare)];
});
afterAll(() => house.close());

async function answerTo({ method, url, headers, payload }: MutatedRequest) {
  const sent = await house.portico.app.inject({ method, url, headers: { ...headers }, ...(payload === undefined ? {} : { payload }) });
  const isJson = String(sent.headers['content-type']).startsWith('application/json');
  return { status: sent.statusCode, text: sent.body, media: String(sent.headers['content-type'] ?? '').split(';')[0] ?? '', isJson };
}
type FuzzAnswer = Awaited<ReturnType<typeof answerTo>>;

const compiled = new Map<string, Validator>();

/** What is wrong with an answer; undefined where it is documented. */
function faultOf({ operation }: FuzzTarget, { status, text, media, isJson }: FuzzAnswer): string | undefined {
  if (status >= 500) return 'a fault of the server';
  const body: unknown = isJson && text !== '' ? JSON.parse(text) : undefined;
  // A page for people has no code.
  if (operation === undefined)
    return status < 400 || media === 'text/html' || member(body, 'errors', '0', 'code') !== undefined ? undefined : 'a refusal without a code';
  if (BEFORE_THE_PAGE.test(`${operation.operationId} ${status}`) && isJson) return undefined;
  const response = member(operation.operation, 'responses', String(status));
  if (response === undefined) return 'a status that the document does not name';
  if (media !== '' && member(response, 'content', media) === undefined) return `${media}, which the document does not name`;
  if (!isJson || text === '') return undefined;
  const schema = member(response, 'content', 'application/json', 'schema');
  if (schema === undefined) return undefined;
  const key = `${operation.operationId} ${status}`;
  const check = compiled.get(key) ?? Compile(Object(schema));
  compiled.set(key, check);
  const [isValid, errors] = check.Errors(body);
  if (!isValid) return `a body that the schema does not allow: ${JSON.stringify(errors.slice(0, 2))}`;
  if (status < 400) return undefined;
  const code = String(Object(body).tppMessages?.[0]?.code ?? Object(body).errors?.[0]?.code ?? Object(body).error);
  return CODES.get(operation.operationId)?.has(`${status} ${code}`) === true ? undefined : `${status} ${code}, which the document does not name`;
}

describe('an example of a document', () => {
  it('succeeds unchanged in more than half of the operations', async () => {
    const answers: string[] = [];
    for (const target of targets) {
      // Signing ends the session that the changed requests need.
      if (target.operation === undefined) continue;
      if (target.operation.method === 'DELETE') continue;
      answers.push(`${(await answerTo(plainRequest(target.request()))).status} ${target.name}`);
    }
    const good = answers.filter((answer) => answer < '400');
    expect(good.length, answers.join('\n')).toBeGreaterThan(answers.length / 2);
  });
});

describe('a request with one thing changed', () => {
  it('gets a documented response, never a 5xx', { timeout: 6_000_000 }, async () => {
    const random = seededRandom(SEED);
    const failures: string[] = [];
    const answered = new Map<string, number>();
    for (let count = 0; count < REQUESTS && failures.length < FAILURES_MAX; count += 1) {
      const target = random.pick(targets);
      const request = mutateRequest(random, target.request());
      const answer = await answerTo(request);
      answered.set(String(answer.status), (answered.get(String(answer.status)) ?? 0) + 1);
      const fault = faultOf(target, answer);
      if (fault !== undefined) failures.push(`#${count} ${target.name}: ${request.change} → ${answer.status}: ${fault} ${answer.text.slice(0, 300)}`);
    }
    expect(failures, `FUZZ_SEED=${SEED} FUZZ_REQUESTS=${REQUESTS}`).toEqual([]);
    expect([...answered.keys()]).toEqual(expect.arrayContaining(['200', '201', '400', '401', '404']));
  });
});
