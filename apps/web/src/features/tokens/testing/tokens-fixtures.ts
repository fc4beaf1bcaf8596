/** A developer's test customers, application and accounts as the server answers them (people are fictitious). */
import type { ApplicationIdentity, TokenUser } from '@portico/contract';
import { createFakeServer, type FakeServer, reply } from '../../../shared/api/fake-server.ts';

export const TOKEN = 'token-liis-1';

export const LIIS: TokenUser = {
  id: 'c-1',
  userName: 'ee-liis',
  access_token: TOKEN,
  expiresAt: '2026-11-20T13:00:00.000Z',
  country: 'ee',
  customer: { name: 'Liis', surname: 'Tamm', nationalIdentityNumber: '60001019906' },
  type: 'person',
  authMethods: ['SMART_ID'],
  scenario: 'approves',
  isSeeded: true,
};
const { access_token: _token, expiresAt: _expiry, ...withoutToken } = LIIS;
export const JONAS: TokenUser = {
  ...withoutToken,
  id: 'c-2',
  userName: 'lt-jonas',
  country: 'lt',
  customer: { name: 'Jonas', surname: 'Petraitis', nationalIdentityNumber: '39001019907' },
};
export const OWN: TokenUser = { ...withoutToken, id: 'c-3', userName: 'lv-own', country: 'lv', isSeeded: false };

export const ACCOUNTS = [
  { iban: 'EE749900123456789012', currency: 'EUR', name: 'Everyday account' },
  { iban: 'EE989900123456780044', currency: 'EUR', name: 'Savings' },
] as const;

export const APPLICATION: ApplicationIdentity = {
  clientId: 'lumen-1',
  clientSecret: '••••e91c',
  clientName: 'Lumen Books',
  redirectionUris: ['https://lumen.example/back', 'http://localhost:3000/?m=authCode'],
  contacts: ['mari@lumen.example'],
  registeredName: 'Lumen Raamatud OÜ',
  isSuspended: false,
};

export function tokensServer(answers: Readonly<Record<string, object>> = {}): FakeServer {
  return createFakeServer({
    'GET /api/tpp/psu': [JONAS, LIIS],
    'GET /api/v1/account-list': { accounts: ACCOUNTS },
    'GET /api/tpp': APPLICATION,
    'GET /api/tpp/clock': { now: '2026-11-20T12:00:00Z', isRealTime: true },
    [`GET /api/tpp/customers/${LIIS.id}/accounts`]: ACCOUNTS.map((account) => ({ ...account, balance: { amount: '1205.15', currency: 'EUR' } })),
    'DELETE /api/v1/sandbox/reset': () => reply(undefined, 204),
    ...answers,
  });
}
