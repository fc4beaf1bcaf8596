/** Pages that the server writes for customers: each in five languages, chosen from the request, with nothing of the request as markup. */
import { readFile } from 'node:fs/promises';
import { LOCALES } from '@portico/contract/values';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_CLIENT_ID } from '../../src/app/demo/demo-tpp.ts';
import { type House, openHouse } from '../house/open-house.ts';

const V1 = '/api/v1/am/oauth2/authorize';
const V2 = '/api/v2/am/realms/psd2/protocol/openid-connect/auth';
const END_V1 = '/api/v1/openam/oauth2/connect/endSession';
const END_V2 = '/api/v2/am/realms/psd2/protocol/openid-connect/logout';
const SCRIPT = '<script>alert(1)</script>"\'&';
const REQUEST = 'response_type=code&scope=openid';

/** `title`: key of the catalogue. `Address`: with a query, so that parameters can follow. */
const PAGES: readonly (readonly [name: string, address: string, status: number, catalogue: string, title: string])[] = [
  ...[V1, V2].flatMap((at): (readonly [string, string, number, string, string])[] => [
    [`an unknown application at ${at}`, `${at}?${REQUEST}&client_id=nobody`, 400, 'modules/oauth', 'invalidClient.title'],
    [
      `an address that is not registered at ${at}`,
      `${at}?${REQUEST}&client_id=${DEMO_CLIENT_ID}&redirect_uri=https://evil.example/`,
      400,
      'modules/oauth',
      'invalidRedirectUri.title',
    ],
    [`an application that is missing at ${at}`, `${at}?${REQUEST}`, 400, 'modules/oauth', 'unknown.title'],
    [`a sign-in that has ended at ${at}`, `${at}/unknown?x=1`, 400, 'modules/oauth', 'sessionNotFound.title'],
  ]),
  ...[END_V1, END_V2].map((at) => [`a sign-out that is refused at ${at}`, `${at}?id_token_hint=x`, 400, 'modules/oauth', 'unknown.title'] as const),
  ['an address outside the portal', '/nowhere?x=1', 404, 'platform/http', 'notFound.title'],
  ['an address that escapes what needs no escape', '/bank/%70ermissions?x=1', 400, 'platform/http', 'refused.title'],
  ['an address outside the bank’s pages', '/bank/nowhere/at/all?x=1', 404, 'platform/http', 'notFound.title'],
];

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

const textsOf = async (catalogue: string, locale: string): Promise<Readonly<Record<string, string>>> =>
  JSON.parse(await readFile(new URL(`../../src/${catalogue}/messages.${locale}.json`, import.meta.url), 'utf8'));

async function open(url: string, language?: string) {
  const headers = { accept: 'text/html', ...(language === undefined ? {} : { 'accept-language': language }) };
  const { statusCode, headers: sent, body } = await house.portico.app.inject({ url, headers });
  return { status: statusCode, headers: sent, text: body, language: /<html lang="(\w+)">/.exec(body)?.[1], title: /<h1>(.*?)<\/h1>/.exec(body)?.[1] };
}

describe.each(PAGES)('the page about %s', (_name, address, status, catalogue, title) => {
  it.each(LOCALES)('is written in %s for a browser that reads it', async (locale) => {
    const page = await open(address, `xx, ${locale};q=0.8, *;q=0.1`);
    const texts = await textsOf(catalogue, locale);
    expect([page.status, page.language, page.headers['content-language']]).toEqual([status, locale, locale]);
    expect(page.title).toBe(texts[title]);
    expect(String(page.headers.vary)).toContain('Accept-Language');
    expect(page.text).toContain(texts.requestId);
  });

  it.each([
    ['locale=lv', 'ru', 'lv'],
    ['ui_locales=xx%20lt%20et', 'ru', 'lt'],
    ['locale=xx&ui_locales=et', 'ru', 'et'],
    ['locale=ru', undefined, 'ru'],
    ['locale=xx', 'lt', 'lt'],
    ['x=1', 'de', 'en'],
    ['x=1', undefined, 'en'],
  ])('follows %s before the browser’s %s: %s', async (query, language, locale) => {
    expect((await open(`${address}&${query}`, language)).language).toBe(locale);
  });

  it.each(['locale', 'ui_locales', 'client_id', 'bank_country', 'state', 'x'])('holds nothing of %s as markup', async (name) => {
    const { text, status: answered } = await open(`${address}&${name}=${encodeURIComponent(SCRIPT)}`, SCRIPT.replaceAll('"', ''));
    expect(answered).toBeLessThan(500);
    expect(text).not.toContain('<script');
    expect(text).not.toContain('alert(1)</');
  });
});

describe('a page of the authorization server', () => {
  it.each([
    ['ee', 'et'],
    ['LV', 'lv'],
    ['lt', 'lt'],
    ['fi', 'en'],
  ])('speaks the language of the country %s where nothing else names one: %s', async (country, locale) => {
    for (const at of [V1, V2]) expect((await open(`${at}?${REQUEST}&client_id=nobody&bank_country=${country}`)).language, at).toBe(locale);
  });
});

describe('the catalogue of the pages', () => {
  it.each(['modules/oauth', 'platform/http'])(
    'of %s has every text in every language, no two alike, with the same placeholders',
    async (catalogue) => {
      const english = await textsOf(catalogue, 'en');
      for (const locale of LOCALES.filter((each) => each !== 'en')) {
        const texts = await textsOf(catalogue, locale);
        expect(Object.keys(texts), locale).toEqual(Object.keys(english));
        for (const [key, text] of Object.entries(texts)) {
          expect(text, `${locale} ${key}`).not.toBe(english[key]);
          expect(text.match(/\{\w+\}/g), `${locale} ${key}`).toEqual(english[key]?.match(/\{\w+\}/g) ?? null);
        }
      }
    },
  );
});
