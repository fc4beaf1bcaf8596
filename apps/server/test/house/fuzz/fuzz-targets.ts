/** Good requests to fuzz: each example of each operation of the served documents, with the objects of an estate, and the signing calls. */
import { enterSigning, member, SITE, type Transport, textOf, type WireAnswer } from '@portico/testkit';
import type { Estate } from '../estate.ts';
import { listOf, type ServedDocument, type ServedOperation } from '../served-documents.ts';
import type { FuzzRequest } from './mutate-request.ts';

export interface FuzzTarget {
  /** Operation id and name of the example. */
  readonly name: string;
  /** Undefined for calls of the signing pages, which no document describes. */
  readonly operation: ServedOperation | undefined;
  request(): FuzzRequest;
}

/** Would take away what the other operations stand on, if a changed request succeeded. */
const NOT_CALLED = /^(resetSandbox|revokeToken|revoke.*|endSession.*|logout.*|closeFallbackSession)$/;
/** Examples name IBANs and addresses of nobody. */
const OWN_IBAN_FIELDS = new Set(['debtorAccount', 'account', 'debtorAccountIban']);

/** Its developer's sandbox is changed by the calls that manage a sandbox; the other estates stand on theirs. */
const isManagement = ({ path }: ServedOperation) => path.startsWith('/tpp');

/** @param spare whose objects the operations end that delete, and whose sandbox is managed. */
export function fuzzTargets(documents: readonly ServedDocument[], estate: Estate, spare: Estate): readonly FuzzTarget[] {
  return documents
    .flatMap(({ operations }) => operations)
    .filter(({ operationId }) => !NOT_CALLED.test(operationId))
    .flatMap((operation) => {
      const owner = operation.method === 'DELETE' || isManagement(operation) ? spare : estate;
      const examples = Object.entries(Object(member(operation.operation, 'requestBody', 'content', 'application/json', 'examples')));
      const named: readonly (readonly [string, unknown])[] = examples.length === 0 ? [['', undefined]] : examples;
      return named.map(([example, value]) => ({
        name: `${operation.operationId} ${example}`.trim(),
        operation,
        request: () => requestOf(operation, owner, member(value, 'value')),
      }));
    });
}

function requestOf({ method, path, operation }: ServedOperation, estate: Estate, body: unknown): FuzzRequest {
  const isFallback = path.startsWith('/fallback/');
  const credentials: Record<string, string> = path.startsWith('/tpp')
    ? { cookie: estate.developer.cookieHeader('/api') ?? '' }
    : isFallback
      ? { authorization: estate.basic, 'fallback-session': estate.fallbackSession }
      : { authorization: `Bearer ${estate.token}` };
  const headers: Record<string, string> = { ...credentials, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
  const query: Record<string, string> = {};
  let address = `/api${path}`;
  for (const parameter of listOf(member(operation, 'parameters'))) {
    const name = textOf(parameter, 'name');
    const value = String(ownValueOf(name, path, estate) ?? member(parameter, 'example') ?? '');
    const place = member(parameter, 'in');
    if (place === 'path') address = address.replace(`{${name}}`, `{${value}}`);
    else if (place === 'query' && value !== '') query[name] = value;
    else if (place === 'header' && value !== '') headers[name.toLowerCase()] = value;
  }
  return { method, path: address, query, headers, ...(body === undefined ? {} : { body: withOwnIbans(body, estate.ids.from ?? '') }) };
}

function ownValueOf(name: string, path: string, { ids, clientId }: Estate): string | undefined {
  const service = /^\/v1\/((?:periodic-|bulk-)?payments)\//.exec(path)?.[1];
  if (name === 'paymentId') return ids[service ?? 'fallbackPaymentId'];
  if (name === 'signInId') return ids.fallbackSignInId;
  if (name === 'iban') return ids.from;
  if (name === 'TPP-Redirect-URI' || name === 'TPP-Nok-Redirect-URI') return `${SITE}/back`;
  if (name === 'Consent-ID') return ids.consentId;
  if (name === 'id') return ids.customerId;
  if (name === 'Tpp-Client-Id') return clientId;
  return name === 'X-Request-ID' ? crypto.randomUUID() : ids[name];
}

function withOwnIbans(value: unknown, iban: string, field = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => withOwnIbans(item, iban, field));
  if (typeof value === 'string') return field === 'debtorAccountIban' ? iban : value;
  if (typeof value !== 'object' || value === null) return value;
  if (OWN_IBAN_FIELDS.has(field) && 'iban' in value) return { ...value, iban };
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withOwnIbans(member, iban, name)]));
}

/** The calls with which a customer signs, each on an open session of its own. */
export async function signingTargets(send: Transport, estate: Estate): Promise<readonly FuzzTarget[]> {
  const iban = estate.ids.from ?? '';
  const order = {
    instructedAmount: { amount: '1.00', currency: 'EUR' },
    creditorAccount: { iban: 'EE869800100045081764' },
    creditorName: 'Lumen Books OÜ',
  };
  const day = new Date(Date.now() + 30 * 24 * 60 * 60_000).toISOString().slice(0, 10);
  const kinds = [
    ['payment', 'payments', order],
    ['periodic-payment', 'periodic-payments', { ...order, startDate: day, frequency: 'Monthly' }],
    ['bulk-payment', 'bulk-payments', { payments: [order, order] }],
  ] as const;
  const targets: FuzzTarget[] = [];
  for (const [kind, service, body] of kinds) {
    const headers = {
      ...{ authorization: `Bearer ${estate.token}`, 'content-type': 'application/json', 'x-request-id': crypto.randomUUID() },
      ...{ 'psu-ip-address': '192.0.2.1', 'tpp-redirect-uri': `${SITE}/back` },
    };
    const path = `/api/v1/${service}/sepa-credit-transfers`;
    const created = await send({ method: 'POST', path, headers, body: JSON.stringify(body) });
    const page = await enterSigning(estate.customer, scaRedirectOf(created), estate.login, kind);
    targets.push({
      name: `PUT /api/ui/${kind}`,
      operation: undefined,
      request: () => ({
        method: 'PUT',
        path: `/api/ui/${kind}`,
        query: {},
        headers: {
          ...{ cookie: estate.customer.cookieHeader('/api/ui'), 'signing-id': page.signingId, 'content-type': 'application/json' },
          ...{ origin: 'http://localhost:3000', 'x-request-id': crypto.randomUUID() },
        },
        body: { debtorAccountIban: iban, debtorDetails: { debtorId: 'X1', street: 'Katse', townName: 'Tallinn', postCode: '10111' } },
      }),
    });
  }
  return targets;
}

const scaRedirectOf = ({ text }: WireAnswer) => textOf(JSON.parse(text), '_links', 'scaRedirect', 'href');
