/**
 * Good requests to fuzz: each example of each operation of the served documents, with the objects of an estate, the calls that sign, and those of
 * the pages, which no document describes.
 */
import { enterSigning, member, SITE, type Transport, textOf, type WireAnswer } from '@portico/testkit';
import { EVERY_ACCOUNT } from '../access-pages.ts';
import type { Estate } from '../estate.ts';
import { listOf, type ServedDocument, type ServedOperation } from '../served-documents.ts';
import { offeredRoutes } from '../surface.ts';
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
const OWN_IBAN_FIELDS = new Set(['debtorAccount', 'account', 'debtorAccountIban', 'accounts', 'balances', 'transactions']);

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

/** Ends what the other calls stand on, has a document, or calls another service. */
const NOT_A_PAGE =
  /^DELETE |\/social\/|(?:auth|authorize|logout|endSession)$|rotation|password-check|^(?:POST|PUT) \/api\/tpp$|\/bank\/session$|sign-in\/:id|:uid|:authorisationId/;
/** So that it is the change which is refused, not the whole. */
const PAGE_BODIES: Readonly<Record<string, object>> = {
  'POST /api/tpp/applications': { clientName: 'Lumen Books' },
  'POST /api/tpp/certificates': { roles: ['ais'], lifetime: 'year', keyType: 'p256' },
  'PUT /api/tpp/certificates/profile': { profile: 'basic' },
  'POST /api/tpp/notifications/endpoints': { url: 'https://lumenbooks.example/hooks', kinds: ['payment'] },
  'PUT /api/tpp/notifications/endpoints/:endpointId': { kinds: ['consent'] },
  'POST /api/tpp/notifications/retries': { endpointId: 'end_unknown' },
  'POST /api/tpp/clock/advance': { minutes: 1 },
  'POST /api/tpp/customers': { country: 'ee', type: 'person', firstName: 'Mari', surname: 'Näidis' },
  'POST /api/tpp/customers/:id/accounts': { name: 'Third', currency: 'EUR', openingBalance: '0' },
  'PUT /api/tpp/customers/:id/scenario': { scenario: 'approves' },
  'PUT /bank/device': { automatic: false },
  'POST /bank/device/challenges/:challengeId/answer': { answer: 'approve' },
  'POST /bank/device/challenges/:challengeId/calculator': { number: '123456' },
  'POST /bank/device/links': { link: 'https://bank.example/' },
  'POST /bank/session/role': { roleId: 'cus_unknown' },
  'POST /bank/to-sign/payments/:paymentId/response': { response: '12345678' },
  'POST /api/ui/challenge/response': { response: '12345678' },
  'POST /bank/sign-in': { bankCountry: 'ee', returnTo: '/bank/permissions' },
  'POST /identity/sign-up': { email: 'fuzz@lumenbooks.example', password: 'Lighthouse-Keeper-42' },
  'POST /identity/sign-in': { email: 'fuzz@lumenbooks.example', password: 'Lighthouse-Keeper-42' },
  'POST /identity/verify-email': { token: 'A'.repeat(43) },
  'POST /identity/forgot-password': { email: 'fuzz@lumenbooks.example' },
  'POST /identity/reset-password': { email: 'fuzz@lumenbooks.example', code: '12345678', password: 'Lighthouse-Keeper-43' },
  'POST /api/specs/subscriptions': { email: 'fuzz@lumenbooks.example', locale: 'en' },
};

/** The calls of the portal's and the bank's pages. */
export function pageTargets({ developer, customer, signingId, clientId, ids }: Estate): readonly FuzzTarget[] {
  const keyOf = (url: string, name: string) => {
    if (name === 'id') return url.startsWith('/api/tpp/requests') ? 'requestId' : 'customerId';
    if (name === 'paymentId') return 'payments';
    return name === 'permissionId' ? 'consentId' : name;
  };
  return offeredRoutes({ mode: 'development', bank: 'sandbox' })
    .filter(({ door }) => ['beginner', 'developer', 'customer', 'device', 'signing'].includes(door))
    .map(({ method, url }) => ({ name: `${method} ${url}`, method: method as FuzzRequest['method'], url }))
    .filter(({ name, url }) => !NOT_A_PAGE.test(name) && !SIGNED.test(url))
    .map(({ name, method, url }) => ({
      name,
      operation: undefined,
      request: () => ({
        method,
        path: url.replaceAll(/:(\w+)/g, (_, part: string) => `{${ids[keyOf(url, part)] ?? 'unknown'}}`),
        query: url.endsWith('/balance') ? { iban: ids.from ?? '' } : {},
        headers: {
          ...{ cookie: `${developer.cookieHeader(url)}; ${customer.cookieHeader(url)}`, 'content-type': 'application/json' },
          ...{ 'signing-id': signingId, 'tpp-client-id': clientId, origin: 'http://localhost:3000', 'x-request-id': crypto.randomUUID() },
        },
        ...(method === 'GET' ? {} : { body: PAGE_BODIES[name] ?? {} }),
      }),
    }));
}
/** Of {@link signingTargets}. */
const SIGNED = /^\/api\/ui\/[\w-]+$(?<!challenge|activity)/;

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
    ['consent', 'consents', { ...EVERY_ACCOUNT, access: { accounts: [], balances: [] } }],
    ['transactions-statement', 'transactions-statements', { account: { iban }, dateFrom: '2026-01-01', dateTo: '2026-06-30' }],
  ] as const;
  const targets: FuzzTarget[] = [];
  for (const [kind, service, body] of kinds) {
    const headers = {
      ...{ authorization: `Bearer ${estate.token}`, 'content-type': 'application/json', 'x-request-id': crypto.randomUUID() },
      ...{ 'psu-ip-address': '192.0.2.1', 'tpp-redirect-uri': `${SITE}/back` },
    };
    const path = `/api/v1/${service}${service.endsWith('payments') ? '/sepa-credit-transfers' : ''}`;
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
        body: bodyOf(kind, iban),
      }),
    });
  }
  return targets;
}

function bodyOf(kind: string, iban: string): object {
  if (kind === 'consent') return { accounts: [{ iban }] };
  if (kind === 'transactions-statement') return {};
  return { debtorAccountIban: iban, debtorDetails: { debtorId: 'X1', street: 'Katse', townName: 'Tallinn', postCode: '10111' } };
}

const scaRedirectOf = ({ text }: WireAnswer) => textOf(JSON.parse(text), '_links', 'scaRedirect', 'href');
