import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { recordedConfig } from '../../shared/api/recorded-config.ts';
import { takeEarlyCall } from '../../shared/early/early-calls.ts';
import { begin } from './begin.ts';

vi.mock('../portal-app.tsx', () => ({}));
vi.mock('../landing-page.tsx', () => ({}));

const config = JSON.stringify(recordedConfig);
const { apiBase, contentBase, identityBase } = recordedConfig;
const MENU = `${contentBase}/dev-portal-menu`;
const SESSION = `${identityBase}/session`;
const HOMEPAGE = `${contentBase}/homepage.json`;
const operation = (rest: string) => `${apiBase}/specs/${rest}`;
let asked: string[] = [];

beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return Response.json({});
  });
});
afterEach(() => vi.unstubAllGlobals());

function open(address: string, written: string | null = config): string[] {
  const { pathname, search, hash } = new URL(address, 'https://portal.example');
  begin({ pathname, search, hash }, written);
  return asked;
}

describe('the first script asks for', () => {
  it.each([
    ['/#/welcome', [MENU, SESSION]],
    ['/#/?m=login', [MENU, HOMEPAGE, SESSION]],
    ['/', [MENU, HOMEPAGE, SESSION]],
    ['/#/api-explorer', [MENU, SESSION]],
    ['/#/api-explorer/payments/initiatePayment?x=1', [operation('payments/operation?id=initiatePayment&brief=true'), MENU, SESSION]],
    ['/#/api-explorer/own/repos%2Fget%20one', [operation('own/operation?id=repos%2Fget+one&brief=true'), MENU, SESSION]],
    ['/#/api-explorer/own/100%', [operation('own/operation?id=100%25&brief=true'), MENU, SESSION]],
  ])('what %s is certain to need', (address, calls) => {
    expect(open(address)).toEqual(calls);
  });
  it.each([
    '/?m=signingPayment&entry=t',
    '/#/?m=signingPayment',
    '/#/?x=1&m=cancellingFuturePayment',
    '/#/maintenance?lang=et',
    '/bank/sign-in/1',
  ])('nothing at %s', (address) => {
    expect(open(address)).toEqual([]);
  });
  it.each([null, ''])('nothing where the page does not say what it is: %j', (written) => {
    expect(open('/#/welcome', written)).toEqual([]);
  });
});

it('the first script asks for no content that the page brings along', () => {
  begin({ pathname: '/', search: '', hash: '' }, config, true);
  expect(asked).toEqual([SESSION]);
});

describe('what was asked for early', () => {
  it('is given to one who asks for the same, with the id under which it was sent', async () => {
    open('/#/welcome');
    const call = takeEarlyCall(MENU);
    expect(call?.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(await (await call?.response)?.json()).toEqual({});
    expect(takeEarlyCall(MENU)).toBeUndefined();
  });
});
