/** Compares our answers with the Berlin Group's OpenAPI file. README.md names the source, the licence and how the extract is made. */
import { readFileSync } from 'node:fs';
import { Compile, type Validator } from 'typebox/schema';

type Json = { readonly [name: string]: unknown };

interface StandardOperation {
  readonly operationId: string;
  /** Names of responses, by status. */
  readonly answers: Readonly<Record<string, string>>;
}

interface StandardResponse {
  /** Whether the header is required, by name. */
  readonly headers: Readonly<Record<string, boolean>>;
  readonly body?: Json;
  readonly codes?: readonly string[];
}

interface Extract {
  /** By method and path, without the names of path parameters. */
  readonly operations: Readonly<Record<string, StandardOperation>>;
  readonly responses: Readonly<Record<string, StandardResponse>>;
  readonly schemas: Json;
}

const extract: Extract = JSON.parse(readFileSync(new URL('standard-1.3.12.json', import.meta.url), 'utf8'));
const operations = new Map(Object.values(extract.operations).map((operation) => [operation.operationId, operation]));
const compiled = new Map<string, Validator>();

/** The operations of the standard, by `METHOD /v1/path/{}`. */
export const STANDARD_OPERATIONS = extract.operations;

/** Every code of the standard as `status CODE`, without those of signing baskets and of successful responses. */
export const STANDARD_CODES: ReadonlySet<string> = new Set(
  [...operations.values()].flatMap(({ answers }) =>
    Object.entries(answers).flatMap(([status, name]) => (extract.responses[name]?.codes ?? []).map((code) => `${status} ${code}`)),
  ),
);

/** Matches a finding about the code of an error. */
export const IS_OF_CODE = /^\/tppMessages\/\d+\/code must be equal/;

/** Short names that tests of modules use. */
const NAMED: Readonly<Record<string, readonly [operationId: string, status: number]>> = {
  consentCreated: ['createConsent', 201],
  consentInformation: ['getConsentInformation', 200],
  authorisationStarted: ['startConsentAuthorisation', 201],
  authorisationList: ['getConsentAuthorisation', 200],
  scaStatus: ['getConsentScaStatus', 200],
  accountList: ['getAccountList', 200],
  account: ['readAccountDetails', 200],
  balances: ['getBalances', 200],
  transactions: ['getTransactionList', 200],
  transaction: ['getTransactionDetails', 200],
  paymentStatus: ['getPaymentInitiationStatus', 200],
  ...Object.fromEntries([400, 401, 403, 404, 405, 406, 409, 429].map((status) => [`refusal${status}`, ['getTransactionList', status] as const])),
};

/**
 * Returns what the standard forbids in an answer, without the two deviations that tests of modules meet: codes, which
 * `test/refusals/standard-answers.test.ts` compares, and the second object that the file puts around a single transaction.
 * `name`: a key of `NAMED`.
 */
export function standardFindings(name: string, answer: unknown): readonly string[] {
  const named = NAMED[name];
  if (named === undefined) throw new Error(`No answer is named ${name}.`);
  const compared = name === 'transaction' ? { transactionsDetails: { transactionDetails: Object(answer).transactionsDetails } } : answer;
  return bodyFindings(...named, compared).filter((finding) => !IS_OF_CODE.test(finding));
}

/** The standard has one operation for every payment service; our operation ids name the service. */
export function standardNameOf(operationId: string): string {
  return operationId.replace(/(?:Periodic|Bulk)Payment/, 'Payment');
}

/** Returns the standard's response for a status of one of our operations; undefined where the standard has none. */
export function standardResponse(operationId: string, status: number): StandardResponse | undefined {
  const name = operations.get(standardNameOf(operationId))?.answers[status];
  return name === undefined ? undefined : extract.responses[name];
}

/** Returns what the standard forbids in a body. A member that the standard does not know is a finding, too. */
export function bodyFindings(operationId: string, status: number, body: unknown): readonly string[] {
  const schema = standardResponse(operationId, status)?.body;
  if (schema === undefined) return ['a body'];
  const key = `${operationId} ${status}`;
  const check = compiled.get(key) ?? Compile({ ...closeObjects(ofService(operationId, schema)), $defs: closeObjects(extract.schemas) });
  compiled.set(key, check);
  if (check.Check(body)) return [];
  const [, errors] = check.Errors(body);
  // The validator also reports each unknown member for the schema `false` that it ran into.
  return errors
    .filter(({ keyword }) => keyword !== 'additionalProperties')
    .map(({ keyword, instancePath, message }) => `${instancePath || '/'} ${keyword === 'boolean' ? 'is unknown to the standard' : message}`);
}

/** Returns this operation's schema among those for single, periodic and bulk payments. */
function ofService(operationId: string, schema: Json): Json {
  if (!Array.isArray(schema.oneOf)) return schema;
  const [, kind = ''] = /(Periodic|Bulk)Payment/.exec(operationId) ?? [];
  const start = `#/$defs/${kind === '' ? 'payment' : `${kind.toLowerCase()}Payment`}`;
  return Object(schema.oneOf.find(({ $ref }) => String($ref).startsWith(start)));
}

/** Objects with named members accept no others, so that our responses contain no invented ones. */
function closeObjects(schema: unknown): Json {
  return Object.fromEntries(Object.entries(Object(schema)).map(([key, value]): [string, unknown] => [key, close(value)]));
}

function close(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(close);
  if (typeof schema !== 'object' || schema === null) return schema;
  const closed = closeObjects(schema);
  return closed.type === 'object' && closed.properties !== undefined && closed.additionalProperties === undefined
    ? { ...closed, additionalProperties: false }
    : closed;
}
