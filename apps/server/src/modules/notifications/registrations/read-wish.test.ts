import { beforeAll, describe, expect, it } from 'vitest';
import { TppRefusal } from '#platform/http/refusal.ts';
import { type MadeCertificate, makeCertificate } from '../../../testing/make-certificate.ts';
import { notificationHeaders } from './answer-headers.ts';
import { isInDomainOf, readWishHeaders } from './read-wish.ts';

const URL_OF_SHOP = 'https://shop.example/bank/events?shop=1';
const read = (uri?: string, content?: string) =>
  readWishHeaders({
    ...(uri === undefined ? {} : { 'tpp-notification-uri': uri }),
    ...(content === undefined ? {} : { 'tpp-notification-content-preferred': content }),
  });

function refusalOf(call: () => unknown) {
  try {
    return call();
  } catch (error) {
    if (error instanceof TppRefusal) return [error.status, error.code, error.options.path];
    throw error;
  }
}

it.each([
  [undefined, ['PROCESS']],
  ['', ['PROCESS']],
  ['status=SCA', ['SCA']],
  ['status=SCA, PROCESS, LAST', ['SCA', 'PROCESS', 'LAST']],
  ['status=LAST,SCA', ['LAST', 'SCA']],
])('reads the content %s', (content, contents) => {
  expect(read(URL_OF_SHOP, content)).toEqual({ url: URL_OF_SHOP, contents });
});

it('reads no wish without an address', () => {
  expect([read(), read(''), read(undefined, 'status=SCA')]).toEqual([undefined, undefined, undefined]);
});

it.each(['SCA', 'status=', 'status=ALL', 'status=sca', 'status=SCA,SCA', 'status=SCA,', 'status=SCA;LAST', 'Status=SCA', 'status=SCA, status=LAST'])(
  'refuses the content %s, with an address and without',
  (content) => {
    const refusal = [400, 'FORMAT_ERROR', 'header:TPP-Notification-Content-Preferred'];
    expect(refusalOf(() => read(URL_OF_SHOP, content))).toEqual(refusal);
    expect(refusalOf(() => read(undefined, content))).toEqual(refusal);
  },
);

it.each([
  'shop.example/events',
  '/events',
  'ftp://shop.example/events',
  'javascript:alert(1)',
  'https://',
  'https://shop.example/a b',
  'https://shop.example/é',
  'https://shop.example/one, https://shop.example/two',
  'https://shop.example/{id}',
  `https://shop.example/${'a'.repeat(2_000)}`,
])('refuses the address %s', (uri) => {
  expect(refusalOf(() => read(uri))).toEqual([400, 'FORMAT_ERROR', 'header:TPP-Notification-URI']);
});

describe('the domain of a certificate', () => {
  const made: Record<string, MadeCertificate> = {};
  beforeAll(async () => {
    for (const name of ['shop.example', '*.shop.example']) made[name] = await makeCertificate({ name: 'Provider (fictitious)', host: name });
  });

  it.each([
    ['shop.example', URL_OF_SHOP, true],
    ['shop.example', 'https://events.shop.example:8443/', true],
    ['*.shop.example', 'https://events.shop.example/', true],
    ['shop.example', 'https://workshop.example/', false],
    ['shop.example', 'https://shop.example.attacker.example/', false],
    ['shop.example', 'https://attacker.example/?shop.example', false],
    ['*.shop.example', 'https://other.example/', false],
  ])('%s covers %s: %s', (name, url, isCovered) => {
    expect(isInDomainOf(made[name]?.der, url)).toBe(isCovered);
  });

  it('limits nothing without a certificate', () => {
    expect(isInDomainOf(undefined, 'https://attacker.example/')).toBe(true);
  });
});

it('the answer names what is sent, or that nothing is', () => {
  expect(notificationHeaders({})).toEqual({ 'ASPSP-Notification-Support': 'false' });
  expect(notificationHeaders({ notified: ['SCA', 'LAST'] })).toEqual({
    'ASPSP-Notification-Support': 'true',
    'ASPSP-Notification-Content': 'status=SCA, LAST',
  });
});
