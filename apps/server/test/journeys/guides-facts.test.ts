/** What the pages claim beside their blocks of code: figures, names and lists agree with what the server is made of. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CUSTOMER_SCENARIOS, PERIODIC_FREQUENCIES, STATEMENT_STATUSES, STORAGE_KEYS, TRANSACTION_STATUSES } from '@portico/contract';
import { CONSENT_STATUSES, DEVELOPER_COOKIE } from '@portico/contract/values';
import { describe, expect, it } from 'vitest';
import { PAYEES } from '#modules/bank-sandbox/index.ts';
import { API_SECTIONS } from '#modules/catalog/index.ts';
import { FIGURES } from '#modules/content/index.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const PAGES = join(ROOT, 'content/pages');
const pageNames = readdirSync(PAGES).filter((file) => file.endsWith('.md'));
const read = (name: string) => readFileSync(join(PAGES, `${name}.md`), 'utf8');
const everything = pageNames.map((file) => readFileSync(join(PAGES, file), 'utf8')).join('\n');

describe('a figure', () => {
  it.each(Object.keys(FIGURES))('%s is used in a page', (name) => {
    expect(everything).toContain(`{{${name}}}`);
  });

  /** Times and lengths that the contract does not hold, by page; each was compared with the server when it was written down. */
  const WRITTEN_OUT: Readonly<Record<string, readonly string[]>> = {
    'api-payment-info': ['11 characters', '60 seconds', '7 days'],
    'cookie-policy': ['180 days', '10 minutes', '24 hours', '15 minutes'],
    'how-to-api': ['15 seconds', '24 hours', '30 days', '76 hours'],
    'how-to-client': ['30 seconds'],
    'how-to-fallback': ['15 minutes', '20 seconds', '30 seconds'],
    'how-to-payments': ['31 days'],
    'how-to-sandbox': ['15 seconds', '5 seconds', '30 days'],
    'how-to-sign-in': ['128 characters', '60 seconds'],
    privacy: ['400 days', '30 days'],
  };
  const guides = pageNames.map((file) => file.slice(0, -'.md'.length)).filter((name) => name.startsWith('how-to') || name in WRITTEN_OUT);
  it.each(guides)('is a placeholder in %s, except the figures that this test lists', (name) => {
    const prose = read(name)
      .replaceAll(/```[\s\S]*?```/g, '')
      .replaceAll(/<[^>]+>/g, '');
    const found = [...prose.matchAll(/\b\d[\d,.]* (?:seconds|minutes|hours|days|months|characters|customers|MiB)\b/g)].map(([text]) => text);
    expect([...new Set(found)].toSorted()).toEqual([...new Set(WRITTEN_OUT[name] ?? [])].toSorted());
  });
});

describe('a list', () => {
  it('of statuses has every status that the API sends', () => {
    const sent = TRANSACTION_STATUSES.filter((status) => status !== 'BLCK' && status !== 'PRES');
    expect(sent.filter((status) => !read('api-payment-info').includes(`\`${status}\``))).toEqual([]);
    const access = [...CONSENT_STATUSES, ...STATEMENT_STATUSES];
    expect(access.filter((status) => !read('how-to-accounts').includes(`| \`${status}\` |`))).toEqual([]);
  });

  it.each([
    { name: 'api-error-handling', isFallback: false },
    { name: 'how-to-fallback', isFallback: true },
  ])('of codes in $name has every error code of the calls, with its status', ({ name, isFallback }) => {
    const rows = read(name).match(/^\|.*\|$/gm) ?? [];
    const sections = API_SECTIONS.filter(({ apiId }) => apiId.startsWith('fallback-') === isFallback);
    const refused = sections.flatMap(({ operations }) => operations.flatMap(({ errors }) => errors));
    const missing = refused.filter(({ status, code }) => !rows.some((row) => row.includes(`\`${code}\``) && row.includes(` ${status}`)));
    expect(refused.length).toBeGreaterThan(20);
    expect([...new Set(missing.map(({ status, code }) => `${status} ${code}`))]).toEqual([]);
  });

  it('of frequencies has every frequency of periodic payments', () => {
    expect(PERIODIC_FREQUENCIES.filter((frequency) => !read('api-payment-info').includes(`\`${frequency}\``))).toEqual([]);
  });

  it('of scenarios has a line for each', () => {
    const rows = read('how-to-sandbox').split('## Scenarios')[1]?.split('\n## ')[0] ?? '';
    expect(rows.match(/^\| (?!Scenario|---)/gm)?.length).toBe(CUSTOMER_SCENARIOS.length);
  });

  it('of payees has each with its name', () => {
    const page = read('how-to-sandbox');
    expect(Object.values(PAYEES).filter(({ iban }) => !page.includes(`| \`${iban}\` |`))).toEqual([]);
    for (const { iban, name } of [PAYEES.lumenRaamatud, PAYEES.somebodyElse]) expect(page).toMatch(new RegExp(`${iban}.*${name}`));
  });

  it('of cookies and browser storage has every cookie and every storage key', () => {
    const policy = read('cookie-policy');
    const sources = readdirSync(join(ROOT, 'apps/server/src'), { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test)\.ts$/.test(file));
    const cookies = sources.flatMap((file) => [
      ...readFileSync(join(ROOT, 'apps/server/src', file), 'utf8').matchAll(/secretCookie\(\{[^}]*name: '([\w-]+)'[^}]*path(?:: '([^']*)')?/g),
    ]);
    expect(cookies.length).toBeGreaterThan(6);
    const all = [...cookies, ['', DEVELOPER_COOKIE, '/']] as const;
    const expected = all.map(([, name, path]) => `\`${path === '/' ? '__Host-' : '__Secure-'}${name}\``);
    expect([...expected, ...Object.values(STORAGE_KEYS).map((key) => `\`${key}\``)].filter((name) => !policy.includes(name))).toEqual([]);
  });
});
