/** What an application may call with the roles that an operator admitted it with, over every live route of the API and the fallback interface. */
import { PROVIDER_ROLES, type ProviderRole } from '@portico/contract/values';
import { member, textOf } from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { admit } from '../house/admit.ts';
import { type FallbackDesk, openFallbackDesk } from '../house/fallback-desk.ts';
import { type DevelopersHouse, openDevelopersHouse } from '../house/open-developers-house.ts';

const DEVELOPER = 'dev_roles';

/** Method and registered route → the roles of which the call needs one. The first row that matches decides. */
const DECISIONS: readonly (readonly [calls: RegExp, roles: readonly ProviderRole[] | 'none'])[] = [
  [/^DELETE \/api\/v1\/(consents|transactions-statements)\/:\w+$/, 'none'],
  [/^DELETE \/api\/v1\/(payments|periodic-payments|bulk-payments)\/:paymentProduct\/:paymentId$/, 'none'],
  [/^\w+ \/api\/v1\/(payments|periodic-payments|bulk-payments)\/:paymentProduct\/:paymentId\/cancellation-authorisations/, 'none'],
  [/^DELETE \/api\/fallback\/v1\/session$/, 'none'],
  [/^\w+ \/api\/v1\/(payments|periodic-payments|bulk-payments)\/:paymentProduct/, ['pis']],
  [/^\w+ \/api\/v1\/consents(\/|$)/, ['ais']],
  [/^\w+ \/api\/v1\/accounts(\/|$)/, ['ais']],
  [/^\w+ \/api\/v1\/transactions-statements(\/|$)/, ['ais']],
  [/^POST \/api\/v1\/funds-confirmations$/, ['piis']],
  [/^POST \/api\/v1\/payee-verifications$/, ['pis']],
  [/^\w+ \/api\/fallback\/v1\/accounts(\/|$)/, ['ais']],
  [/^\w+ \/api\/fallback\/v1\/payments(\/|$)/, ['pis']],
  [/^\w+ \/api\/fallback\/v1\/sign-ins(\/|$)/, ['ais', 'pis']],
  [/^\w+ \/api\/v1\/account-list$/, ['ais']],
  // What the explorer remembers, the reset of a test customer, and services that the bank does not offer.
  [/^\w+ \/api\/v1\/(client-payload|sandbox\/reset)$/, 'none'],
  [/^\w+ \/api\/v1\/(signing-baskets|card-accounts)(\/\*)?$/, 'none'],
];

const NAMES: Readonly<Record<ProviderRole, string>> = {
  ais: 'account information (PSP_AI)',
  pis: 'payment initiation (PSP_PI)',
  piis: 'confirmation of funds (PSP_IC)',
};

/** Undefined: before the admission. */
const ADMISSIONS: readonly (readonly ProviderRole[] | undefined)[] = [
  undefined,
  ...PROVIDER_ROLES.map((role) => [role]),
  ...PROVIDER_ROLES.map((left) => PROVIDER_ROLES.filter((role) => role !== left)),
  PROVIDER_ROLES,
];

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'] as const;

let house: DevelopersHouse;
let desk: FallbackDesk;
let token: string;

beforeAll(async () => {
  house = await openDevelopersHouse();
  desk = await openFallbackDesk(house, DEVELOPER);
  token = textOf(
    desk.customers.find((customer) => customer.access_token !== undefined),
    'access_token',
  );
  await bind(null);
});
afterAll(() => house.close());

/** `GET /api/v1/…`, of what applications call with a token or with their secret. */
function liveCalls(): readonly { readonly method: (typeof METHODS)[number]; readonly url: string }[] {
  return house.routes.flatMap(({ method, url }) => {
    const known = METHODS.find((each) => each === method);
    const isApplications = /^\/api\/(v1|fallback)\//.test(url) && !/\/(am|openam|\.well-known)\//.test(url);
    return known === undefined || !isApplications ? [] : [{ method: known, url }];
  });
}

/** `portal`: as the token of the Tokens page; null: as one of the token endpoint. */
const bind = (boundTo: 'portal' | null) => house.database.query('update oauth_artifact set bound_to = $1 where app_id = $2', [boundTo, desk.appId]);
const decisionOf = (name: string) => DECISIONS.find(([calls]) => calls.test(name))?.[1];

async function call(method: (typeof METHODS)[number], url: string, body?: object) {
  const path = url.replace(':paymentProduct', 'sepa-credit-transfers').replaceAll(/:\w+|\*/g, 'unknown');
  const reply = await house.app.inject({
    method,
    url: path,
    headers: {
      ...{ 'content-type': 'application/json', 'x-request-id': crypto.randomUUID() },
      ...{ 'psu-ip-address': '192.0.2.1', 'tpp-redirect-uri': `${house.config.publicUrl}/back` },
      authorization: url.startsWith('/api/fallback/') ? desk.basic : `Bearer ${token}`,
    },
    ...(body === undefined ? {} : { payload: body }),
  });
  const { statusCode: status, headers } = reply;
  const isJson = String(headers['content-type']).includes('json') && reply.body !== '';
  const answer: unknown = isJson ? reply.json() : undefined;
  const message = member(answer, url.startsWith('/api/fallback/') ? 'errors' : 'tppMessages', '0');
  return { status, challenge: headers['www-authenticate'], answer, code: member(message, 'code'), text: member(message, 'text') };
}

describe('a call of applications', () => {
  it('has a decision about its roles', () => {
    const names = liveCalls().map(({ method, url }) => `${method} ${url}`);
    expect(names.length).toBeGreaterThan(80);
    expect(names.filter((name) => decisionOf(name) === undefined)).toEqual([]);
    expect(DECISIONS.filter(([calls]) => !names.some((name) => calls.test(name))).map(([calls]) => calls.source)).toEqual([]);
  });

  it('is refused exactly where the bank admitted the application without its role', async () => {
    const wrong: string[] = [];
    let refusals = 0;
    for (const roles of ADMISSIONS) {
      if (roles !== undefined) await admit(house, DEVELOPER, roles);
      for (const { method, url } of liveCalls()) {
        const needed = decisionOf(`${method} ${url}`);
        const isLacking = roles !== undefined && needed !== undefined && needed !== 'none' && !needed.some((role) => roles.includes(role));
        const { status, code, text, challenge } = await call(method, url);
        const hasStatus = url.startsWith('/api/fallback/')
          ? status === 403
          : status === 401 && challenge === 'Bearer realm="psd2", error="insufficient_scope"';
        // An answer to HEAD has no body.
        const isRefused = method === 'HEAD' ? hasStatus : code === 'ROLE_INVALID';
        const isNamed = method === 'HEAD' || (needed !== 'none' && needed?.every((role) => String(text).includes(NAMES[role])));
        if (isRefused !== isLacking || (isRefused && !(isNamed && hasStatus)))
          wrong.push(`${method} ${url} with ${roles}: ${status} ${code} ${text}`);
        refusals += Number(isRefused);
      }
    }
    expect(wrong).toEqual([]);
    expect(refusals).toBeGreaterThan(200);
  });
});

describe('an application that lost a role', () => {
  it('deletes a consent that it may no longer read', async () => {
    await admit(house, DEVELOPER, ['ais', 'pis']);
    const consent = { access: { allPsd2: 'allAccounts' }, recurringIndicator: false, validUntil: '2099-12-31', frequencyPerDay: 1 };
    const { answer } = await call('POST', '/api/v1/consents', { ...consent, combinedServiceIndicator: false });
    const at = `/api/v1/consents/${textOf(answer, 'consentId')}`;
    expect((await call('GET', `${at}/status`)).status).toBe(200);
    await admit(house, DEVELOPER, ['pis']);
    expect(await call('GET', `${at}/status`)).toMatchObject({ status: 401, code: 'ROLE_INVALID' });
    expect((await call('DELETE', at)).status).toBe(204);
  });

  it('cancels a payment that it may no longer read', async () => {
    await admit(house, DEVELOPER, ['ais', 'pis']);
    const order = {
      instructedAmount: { amount: '1.00', currency: 'EUR' },
      creditorName: 'Lumen Books',
      creditorAccount: { iban: 'EE869800100045081764' },
    };
    const { answer } = await call('POST', '/api/v1/payments/sepa-credit-transfers', order);
    const at = `/api/v1/payments/sepa-credit-transfers/${textOf(answer, 'paymentId')}`;
    expect((await call('GET', at)).status).toBe(200);
    await admit(house, DEVELOPER, ['ais', 'piis']);
    expect(await call('GET', at)).toMatchObject({ status: 401, code: 'ROLE_INVALID' });
    expect((await call('DELETE', at)).status).toBe(204);
  });
});
