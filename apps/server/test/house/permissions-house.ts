/** A developer's customers at the bank's permissions page, and the application that asks them for consents and statements. */
import { PermissionAnswer, PermissionReadings, Permissions, TokenUser, TokenUserList } from '@portico/contract';
import { type Browser, jsonOf, openBrowser, SITE, signInAtBank, textOf, type WireAnswer } from '@portico/testkit';
import { Value } from 'typebox/value';
import { overInject } from '../../src/testing/over-inject.ts';
import { type AccessKind, type AccessPages, type Asked, createAccessPages, EVERY_ACCOUNT } from './access-pages.ts';
import { type CompanyHouse, openCompanyHouse } from './company-house.ts';

/** Named by the customer at the bank, for one reading. */
export const CHOSEN_ONCE = {
  access: { accounts: [], balances: [] },
  recurringIndicator: false,
  validUntil: '9999-12-31',
  frequencyPerDay: 1,
  combinedServiceIndicator: false,
};

export interface AtTheBank {
  readonly browser: Browser;
  /** `query`: with its question mark. */
  list(query?: string): Promise<Permissions>;
  one(permissionId: string): Promise<PermissionAnswer['permission']>;
  /** `query`: with its question mark. */
  readings(permissionId: string, query?: string): Promise<PermissionReadings>;
  send(method: 'GET' | 'POST', rest: string): Promise<WireAnswer>;
  withdraw(permissionId: string): Promise<WireAnswer>;
}

export interface PermissionsHouse extends CompanyHouse {
  readonly pages: AccessPages;
  /** The developer's customers of one kind. */
  customer(country: string, type: TokenUser['type']): TokenUser;
  /** A token of this customer, which the others lose. */
  tokenOf(user: TokenUser): Promise<string>;
  /** A new browser in which this customer, or the company's co-signer, is signed in. */
  atTheBank(user: TokenUser | 'coSigner'): Promise<AtTheBank>;
  /** Asked for, and signed at the bank. */
  give(token: string, at: AtTheBank, body?: object, kind?: AccessKind): Promise<Asked>;
}

const PATH = '/bank/permissions/given';

export async function openPermissionsHouse(developer: string): Promise<PermissionsHouse> {
  const house = await openCompanyHouse(developer);
  const transport = overInject(house.app, house.config.publicUrl);
  const registered = await house.call('PUT', '/api/tpp', { redirectionUris: [`${SITE}/`, `${house.config.publicUrl}/?m=authCode`] });
  if (registered.status !== 200) throw new Error(registered.text);
  const pages = createAccessPages(house.config.publicUrl, [transport]);
  const users = Value.Parse(TokenUserList, (await house.call('GET', '/api/tpp/psu')).body);

  async function atTheBank(user: TokenUser | 'coSigner'): Promise<AtTheBank> {
    const browser = openBrowser(transport, house.config.publicUrl);
    const { country, customer, authMethods } = user === 'coSigner' ? house.company : user;
    const who =
      user === 'coSigner'
        ? { nationalIdentityNumber: house.company.coSigner?.nationalIdentityNumber ?? '', method: 'SMART_ID' }
        : { ...customer, method: authMethods[0] ?? '' };
    const opened = await browser.send('POST', '/bank/sign-in', { body: { bankCountry: country, returnTo: '/bank/permissions' } });
    await signInAtBank(browser, textOf(jsonOf(opened), 'location'), { country, ...who });
    const send: AtTheBank['send'] = (method, rest) => browser.send(method, `${PATH}${rest}`);
    return {
      browser,
      send,
      list: async (query = '') => Value.Parse(Permissions, jsonOf(await send('GET', query))),
      one: async (permissionId) => Value.Parse(PermissionAnswer, jsonOf(await send('GET', `/${permissionId}`))).permission,
      readings: async (permissionId, query = '') => Value.Parse(PermissionReadings, jsonOf(await send('GET', `/${permissionId}/readings${query}`))),
      withdraw: (permissionId) => send('POST', `/${permissionId}/withdrawal`),
    };
  }

  return {
    ...house,
    pages,
    atTheBank,
    customer(country, type) {
      const found = users.find((user) => user.country === country && user.type === type);
      if (found === undefined) throw new Error(`There is no ${type} in ${country}.`);
      return found;
    },
    async tokenOf({ id, userName }) {
      return Value.Parse(TokenUser, (await house.call('POST', '/api/tpp/psu', { id, userName })).body).access_token ?? '';
    },
    async give(token, { browser }, body = EVERY_ACCOUNT, kind = 'consent') {
      const asked = await pages.ask(token, kind, body);
      const page = await pages.enter(browser, asked);
      const choice = 'access' in body && 'accounts' in Object(body.access) ? { accounts: [{ iban: await pages.firstIban(token) }] } : {};
      const { status, text } = await page.sign(choice);
      if (status !== 200) throw new Error(`${asked.path} was not signed: ${text}`);
      return asked;
    },
  };
}
