import { LOCALES } from '@portico/contract/values';
import { describe, expect, it } from 'vitest';
import { errorPage, signedOutPage } from './pages.ts';

const BANK = { bankName: 'Bank & <Sons>', supportContact: '$& <help@bank.example>' };
const headingOf = (page: string) => /<h1>(.*?)<\/h1>/.exec(page)?.[1];

describe.each(LOCALES)('a page of the authorization server in %s', (locale) => {
  const failed = () => errorPage({ ...BANK, locale, error: 'server_error', name: 'Error', requestId: '<id>', description: '<b>' });

  it('tells that the customer is signed out, in the language of the page', () => {
    const page = signedOutPage({ ...BANK, locale });
    expect(page).toContain(`<html lang="${locale}">`);
    expect(headingOf(page)).toMatch(/\p{L}{3}/u);
  });

  it('escapes what it names, and keeps the contact as it is written', () => {
    expect(failed()).toContain('$&amp; &lt;help@bank.example&gt;');
    expect(failed()).toContain('Bank &amp; &lt;Sons&gt;');
    expect(failed()).not.toMatch(/<b>|<id>|<Sons>/);
  });

  it('marks the words for the developer as English', () => {
    expect(failed()).toContain('<dd lang="en">Nothing. Tell the bank the request id.</dd>');
  });
});

describe('the pages of the authorization server', () => {
  it('have another title in each language', () => {
    const titles = LOCALES.flatMap((locale) => [
      headingOf(signedOutPage({ ...BANK, locale })),
      headingOf(errorPage({ ...BANK, locale, error: 'server_error', name: 'Error', requestId: 'x' })),
    ]);
    expect(new Set(titles).size).toBe(2 * LOCALES.length);
  });
});
