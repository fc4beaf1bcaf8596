/** Every code is one of NextGenPSD2 1.3.12 for its status. Review of 25 November 2026, X19 and X20. */
import { readFile } from 'node:fs/promises';
import { TPP_ERROR_CODES } from '@portico/contract/values';
import { describe, expect, it } from 'vitest';
import { STANDARD_CODES } from '../../../testing/nextgenpsd2/standard.ts';
import { XS2A_SECTIONS } from '../xs2a-operations.ts';
import { NEVER_SENT_CODES } from './never-sent-codes.ts';

/** Sent by what is no operation of the table: calls that are not offered, and the status of a rejected payment. */
const ELSEWHERE = ['405 SERVICE_INVALID', '200 FUNDS_NOT_AVAILABLE'];

const ROWS = XS2A_SECTIONS.flatMap(({ operations }) => operations).flatMap(({ errors }) => errors);
const isOAuth = ({ code }: { readonly code: string }) => code === code.toLowerCase();
const sent = new Set([...ROWS.filter((row) => !isOAuth(row)).map(({ status, code }) => `${status} ${code}`), ...ELSEWHERE]);
const standard = [...STANDARD_CODES];
const neverSent = NEVER_SENT_CODES.flatMap(({ status, codes }) => codes.map((code) => `${status} ${code}`));

describe('a code of the standard', () => {
  it('is sent by an operation, or there is a reason why never', () => {
    expect(standard.filter((code) => !sent.has(code) && !neverSent.includes(code))).toEqual([]);
  });

  it('is not sent where it is said never to be', () => expect(neverSent.filter((code) => sent.has(code))).toEqual([]));

  it('is what a reason is about, and has one reason', () => {
    expect(neverSent.filter((code) => !standard.includes(code))).toEqual([]);
    expect(new Set(neverSent).size).toBe(neverSent.length);
  });
});

describe('a code that is sent', () => {
  it('stands with its status on the page that developers read, and the page names no other', async () => {
    const page = await readFile(new URL('../../../../../../content/pages/api-error-handling.md', import.meta.url), 'utf8');
    const named = [...page.matchAll(/^\| (\d{3}) \| `(\w+)` \|/gm)].map(([, status, code]) => `${status} ${code}`);
    expect(named.toSorted()).toEqual([...sent].filter((code) => !code.startsWith('200')).toSorted());
  });

  it('is one of the contract’s', () => {
    const known: readonly string[] = TPP_ERROR_CODES;
    expect([...sent].map((code) => code.split(' ')[1] ?? '').filter((code) => !known.includes(code))).toEqual([]);
  });
});
