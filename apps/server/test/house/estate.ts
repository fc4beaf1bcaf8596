/** Everything that one developer, the application and the customer of it have: what others must not reach. By journeys only. */
import { type TokenUser, TokenUserList } from '@portico/contract';
import { type Browser, becomeDeveloper, type Customer, enterSigning, jsonOf, SITE, signInAtBank, textOf } from '@portico/testkit';
import { Value } from 'typebox/value';
import { overInject } from '../../src/testing/over-inject.ts';
import { createAccessPages, EVERY_ACCOUNT } from './access-pages.ts';
import { basicOf } from './fallback-desk.ts';
import type { House } from './open-house.ts';
import { orderOf } from './receipts/sign-everything.ts';

export interface Estate {
  readonly email: string;
  readonly developer: Browser;
  readonly customer: Browser;
  /** With which the customer signs in at the bank. */
  readonly login: Customer;
  /** The same customer with a method of which no request is open. */
  readonly otherLogin: Customer;
  readonly token: string;
  readonly clientId: string;
  /** Value of `Authorization` at the customer interface. */
  readonly basic: string;
  readonly fallbackSession: string;
  readonly signingId: string;
  /** Of the objects of its own, by the names that addresses have for them. */
  readonly ids: Readonly<Record<string, string>>;
}

const SERVICES = ['payments', 'periodic-payments', 'bulk-payments'] as const;
const inAWeek = () => new Date(Date.now() + 7 * 24 * 60 * 60_000).toISOString().slice(0, 10);
const ORDERS = {
  payments: () => orderOf('1.00'),
  'periodic-payments': () => orderOf('1.00', { startDate: inAWeek(), frequency: 'Monthly' }),
  'bulk-payments': () => ({ payments: [orderOf('1.00'), orderOf('2.00')] }),
};

export async function openEstate(house: House): Promise<Estate> {
  const send = overInject(house.portico.app, house.config.publicUrl);
  const developer = house.browse();
  const { email } = await becomeDeveloper(developer);
  const own = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => {
    const answer = await developer.send(method, path, body === undefined ? {} : { body });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return jsonOf(answer);
  };
  await own('PUT', '/api/tpp', { redirectionUris: [`${SITE}/`] });
  const person = { country: 'ee', type: 'person', firstName: 'Mari', surname: 'Näidis' };
  const customerId = textOf(await own('POST', '/api/tpp/customers', person), 'id');
  const iban = textOf(
    await own('POST', `/api/tpp/customers/${customerId}/accounts`, { name: 'Second', currency: 'EUR', openingBalance: '0' }),
    'iban',
  );
  const certificates = await own('POST', '/api/tpp/certificates', { roles: ['ais'], lifetime: 'year', keyType: 'p256' });
  const endpoint = await own('POST', '/api/tpp/notifications/endpoints', { url: 'https://your-site.example/hooks', kinds: ['payment'] });
  const messages = await own('GET', '/api/tpp/notifications/deliveries');
  const [user] = Value.Parse(TokenUserList, await own('GET', '/api/tpp/psu')).filter(({ access_token: token }) => token !== undefined);
  if (user?.access_token === undefined) throw new Error('The application has no token.');
  const clientId = textOf(await own('GET', '/api/tpp'), 'clientId');
  const basic = basicOf(clientId, textOf(await own('POST', '/api/tpp/secret/reveal'), 'clientSecret'));

  const call = async (method: 'GET' | 'POST', path: string, authorization: string, body?: object, more: Readonly<Record<string, string>> = {}) => {
    const headers = {
      authorization,
      'x-request-id': crypto.randomUUID(),
      'psu-ip-address': '192.0.2.1',
      'tpp-redirect-uri': `${SITE}/back`,
      ...more,
    };
    const payload = body === undefined ? undefined : JSON.stringify(body);
    const answer = await send({
      method,
      path,
      headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      body: payload,
    });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return jsonOf(answer);
  };
  const bearer = `Bearer ${user.access_token}`;
  const customer = house.browse();
  const login = await signIn(customer, user);
  // Over at once: nothing of the estate moves by itself while somebody looks whether it stays as it is.
  const signed = await call('POST', '/api/v1/payments/instant-sepa-credit-transfers', bearer, orderOf('1.00'));
  const page = await enterSigning(customer, textOf(signed, '_links', 'scaRedirect', 'href'), login);
  const receiptId = textOf(page.details, 'receiptId');
  const [from = ''] = await page.ibans();
  await page.choose(from);
  if ((await page.sign(from)).status !== 200) throw new Error('The payment was not signed.');

  const pages = createAccessPages(house.config.publicUrl, [send]);
  const consent = await pages.enter(customer, await pages.ask(user.access_token, 'consent', EVERY_ACCOUNT));
  if ((await consent.sign()).status !== 200) throw new Error('The consent was not signed.');
  const period = { account: { iban: from }, dateFrom: '2026-01-01', dateTo: '2026-06-30' };
  const statement = await pages.enter(customer, await pages.ask(user.access_token, 'transactions-statement', period));
  if ((await statement.sign()).status !== 200) throw new Error('The statement was not signed.');
  const accounts = await call('GET', '/api/v1/accounts', bearer, undefined, { 'consent-id': consent.id });

  const payments: Record<string, string> = {};
  for (const service of SERVICES)
    payments[service] = textOf(await call('POST', `/api/v1/${service}/sepa-credit-transfers`, bearer, ORDERS[service]()), 'paymentId');
  const open = await call('POST', '/api/v1/payments/sepa-credit-transfers', bearer, orderOf('3.00'));
  const { signingId } = await enterSigning(customer, textOf(open, '_links', 'scaRedirect', 'href'), login);

  const asked = await call('POST', '/api/fallback/v1/sign-ins', basic, { userName: user.userName });
  const fallbackSession = textOf(await call('POST', `/api/fallback/v1/sign-ins/${textOf(asked, 'signInId')}/session`, basic), 'fallbackSession');
  const ordered = await call(
    'POST',
    '/api/fallback/v1/payments',
    basic,
    { debtorAccountIban: from, ...orderOf('1.00'), isInstant: true },
    { 'fallback-session': fallbackSession },
  );
  await house.portico.modules.requestLog.flush();
  const requests = await own('GET', '/api/tpp/requests');
  const sessions = await own('GET', '/identity/sessions');

  // The device does not answer by itself any more: what comes now stays open.
  await customer.send('PUT', '/bank/device', { body: { automatic: false } });
  const opened = jsonOf(await customer.send('POST', '/bank/sign-in', { body: { bankCountry: user.country, returnTo: '/bank/receipts' } }));
  const signInId = textOf(opened, 'location').split('/').at(-1) ?? '';
  await customer.send('POST', `/bank/sign-in/${signInId}/authentication`, {
    body: { method: login.method, nationalIdentityNumber: login.nationalIdentityNumber },
  });
  const challenges: unknown = Object(jsonOf(await customer.send('GET', '/bank/device/challenges'))).challenges;
  const running = (Array.isArray(challenges) ? challenges : []).find((challenge) => Object(challenge).state === 'started');

  return {
    ...{
      email,
      developer,
      customer,
      login,
      otherLogin: { ...login, method: user.authMethods[1] ?? '' },
      token: user.access_token,
      clientId,
      basic,
      fallbackSession,
      signingId,
    },
    ids: {
      ...payments,
      ...{ customerId, iban, from, receiptId, signInId, consentId: consent.id, statementId: statement.id },
      certificateId: textOf(certificates, 'certificates', '0', 'certificateId'),
      endpointId: textOf(endpoint, 'endpoint', 'endpointId'),
      deliveryId: textOf(messages, 'items', '0', 'deliveryId'),
      requestId: textOf(requests, 'items', '0', 'id'),
      sessionId: textOf(sessions, 'sessions', '0', 'id'),
      accountId: textOf(accounts, 'accounts', '0', 'resourceId'),
      fallbackSignInId: textOf(asked, 'signInId'),
      fallbackPaymentId: textOf(ordered, 'paymentId'),
      challengeId: textOf(running, 'challengeId'),
    },
  };
}

async function signIn(browser: Browser, { country, customer, phoneNumber, userNumber, authMethods }: TokenUser) {
  const { nationalIdentityNumber } = customer;
  const login = { country, nationalIdentityNumber, phoneNumber, userNumber, method: authMethods[0] ?? '' };
  const opened = jsonOf(await browser.send('POST', '/bank/sign-in', { body: { bankCountry: country, returnTo: '/bank/receipts' } }));
  await signInAtBank(browser, textOf(opened, 'location'), login);
  return login;
}
