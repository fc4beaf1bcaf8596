/** A developer with the test customers of a sandbox: whose token is current pays by the application's calls and signs at the bank, over HTTP. */
import { type SigningKind, TokenUser, TokenUserList } from '@portico/contract';
import { type Browser, enterSigning, openBrowser, type SigningPage, textOf } from '@portico/testkit';
import { Value } from 'typebox/value';
import { overInject } from '../../src/testing/over-inject.ts';
import { type DevelopersHouse, openDevelopersHouse, type WireReply } from './open-developers-house.ts';

interface Arrived {
  readonly browser: Browser;
  readonly page: SigningPage;
}

export interface PayersHouse extends DevelopersHouse {
  /** As the developer. */
  readonly call: (method: string, url: string, body?: object) => Promise<WireReply>;
  /** By `{minutes}`, `{days}` or `{months}`. */
  advance(step: object): Promise<void>;
  /** Makes real time of the sandbox's again. */
  resetClock(): Promise<void>;
  play(customer: TokenUser, scenario: string): Promise<void>;
  /** Makes the first such customer current. `type` default: `person`. */
  choose(country: string, type?: string): Promise<TokenUser>;
  token(): Promise<string>;
  /** As the application, for the customer of `bearer`; default: the current one. */
  tpp(method: string, url: string, options?: { readonly body?: object; readonly bearer?: string }): Promise<WireReply>;
  /** A new browser, in which the customer signs in and stands before the page that the application was answered. */
  enter(customer: TokenUser, answered: WireReply, kind: SigningKind): Promise<Arrived>;
}

export async function openPayersHouse(developer: string): Promise<PayersHouse> {
  const house = await openDevelopersHouse();
  const { publicUrl } = house.config;
  const call: PayersHouse['call'] = (method, url, body) => house.send(developer, method, url, body === undefined ? {} : { body });
  const done = async (answer: Promise<WireReply>) => {
    const { status, text } = await answer;
    if (status >= 300) throw new Error(`${status}: ${text}`);
  };
  const token = async () => Value.Parse(TokenUserList, (await call('GET', '/api/tpp/refresh')).body)[0]?.access_token ?? '';
  await done(call('POST', '/api/tpp'));
  const users = Value.Parse(TokenUserList, (await call('GET', '/api/tpp/psu')).body);

  return {
    ...house,
    call,
    advance: (step) => done(call('POST', '/api/tpp/clock/advance', step)),
    resetClock: () => done(call('DELETE', '/api/tpp/clock', { confirm: true })),
    play: ({ id }, scenario) => done(call('PUT', `/api/tpp/customers/${id}/scenario`, { scenario })),
    async choose(country, type = 'person') {
      const found = users.find((user) => user.country === country && user.type === type);
      if (found === undefined) throw new Error(`There is no ${type} in ${country}.`);
      return Value.Parse(TokenUser, (await call('POST', '/api/tpp/psu', { id: found.id, userName: found.userName })).body);
    },
    token,
    async tpp(method, url, { body, bearer } = {}) {
      const headers = { 'psu-ip-address': '192.0.2.1', 'tpp-redirect-uri': `${publicUrl}/done` };
      return house.send(undefined, method, url, { bearer: bearer ?? (await token()), headers, ...(body === undefined ? {} : { body }) });
    },
    async enter({ country, customer, authMethods }, answered, kind) {
      const browser = openBrowser(overInject(house.app, publicUrl), publicUrl);
      const login = { country, ...customer, method: authMethods[0] ?? '' };
      return { browser, page: await enterSigning(browser, textOf(answered.body, '_links', 'scaRedirect', 'href'), login, kind) };
    },
  };
}
