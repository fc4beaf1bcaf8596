/** The document of the calls is up to date and valid, and a wrong answer is explained by its field. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import spectralCore from '@stoplight/spectral-core';
import spectralRulesets from '@stoplight/spectral-rulesets';
import { describe, expect, it } from 'vitest';
import { CORE_CALLS, WrongForm } from './calls.ts';
import { describeWire } from './describe-wire.ts';

const { Ruleset, Spectral } = spectralCore;
const FILE = join(import.meta.dirname, '../../../../../../docs/guide/bank-core-2.openapi.json');

describe('the document of the calls', () => {
  it('is generated from the schemas: after a change, run this test with UPDATE_RECORDED=1', () => {
    const described = `${JSON.stringify(describeWire(), undefined, 2)}\n`;
    if (process.env.UPDATE_RECORDED === '1') writeFileSync(FILE, described);
    expect(readFileSync(FILE, 'utf8')).toBe(described);
  });

  it('has no finding of a linter', async () => {
    const spectral = new Spectral();
    spectral.setRuleset(
      new Ruleset({
        extends: [[spectralRulesets.oas, 'recommended']],
        rules: { 'info-contact': 'off', 'operation-description': 'off', 'operation-tags': 'off' },
      }),
    );
    expect((await spectral.run(readFileSync(FILE, 'utf8'))).map(({ code, path }) => `${code} ${path.join('.')}`)).toEqual([]);
  });
});

const ACCOUNT = {
  accountId: 'a-1',
  iban: 'EE009500000000000001',
  currency: 'EUR',
  name: 'Account 1',
  holderName: 'Kersti Tuumik',
  status: 'enabled',
  bic: 'DEMOEE2X',
  product: 'Current account',
  usage: 'PRIV',
  bookedCents: 100,
  availableCents: 100,
};

describe('an answer of another form', () => {
  const explain = (call: keyof typeof CORE_CALLS, answer: unknown): string => {
    try {
      CORE_CALLS[call].parse(answer);
    } catch (error) {
      if (error instanceof WrongForm) return error.message;
      throw error;
    }
    return 'right';
  };

  it.each([
    ['listAccounts', 'Kersti Tuumik', 'the answer: expected an object, got a text of 13 characters'],
    ['listAccounts', {}, '/accounts: expected a value, got nothing'],
    ['listAccounts', { accounts: [ACCOUNT, { ...ACCOUNT, bookedCents: 1.5 }] }, '/accounts/1/bookedCents: expected a whole number, got a number'],
    ['listAccounts', { accounts: [{ ...ACCOUNT, status: 'Tuumik' }] }, '/accounts/0/status: expected enabled, blocked, got a text of 6 characters'],
    ['listAccounts', { accounts: [{ ...ACCOUNT, iban: undefined }] }, '/accounts/0/iban: expected a text, got nothing'],
    [
      'listAccounts',
      { accounts: [{ ...ACCOUNT, currency: 'euro' }] },
      '/accounts/0/currency: expected a text of the form ^[A-Z]{3}$, got a text of 4 characters',
    ],
    ['listBooked', { account: { ...ACCOUNT, bic: 7 }, movements: [] }, '/account/bic: expected a text, got a number'],
    ['findCustomer', { customer: { customerId: 'c-1' } }, '/customer/country: expected a value, got nothing'],
    ['transfer', { outcomes: [{ ok: 'yes' }] }, '/outcomes/0/ok: expected true or false, got a text of 3 characters'],
    ['transfer', { outcomes: [{ ok: true }, { ok: false, reason: 'Tuumik' }] }, '/outcomes/1/reason: expected'],
    ['transfer', { outcomes: [{ ok: false, reason: 'insufficientFunds' }] }, '/outcomes/0/availableCents: expected a value, got nothing'],
    ['holdAll', { outcome: null }, '/outcome: expected an object, got null'],
  ] as const)('of %s is explained by its field, without its contents: %#', (call, answer, text) => {
    expect(explain(call, answer)).toContain(text);
    expect(explain(call, answer)).not.toContain('Tuumik');
  });

  it('is one that lacks a member; members that are unknown are ignored', () => {
    expect(explain('listAccounts', { accounts: [{ ...ACCOUNT, colour: 'green' }], further: 1 })).toBe('right');
    expect(
      explain('transfer', {
        outcomes: [
          { ok: true, note: 'x' },
          { ok: false, reason: 'insufficientFunds', availableCents: 1 },
        ],
      }),
    ).toBe('right');
  });

  it('is none because members without a value are null: they count as left out', () => {
    const person = { customerId: 'c-1', country: 'ee', name: 'K T', firstName: 'K', surname: 'T', nationalIdentityNumber: '1', type: 'person' };
    const customer = { ...person, authMethods: [], phoneNumber: null, userNumber: null, signsFor: null, debtorDetails: null, further: null };
    expect(CORE_CALLS.findCustomer.parse({ customer })).toEqual({ customer: { ...person, authMethods: [] } });
    expect(CORE_CALLS.findCustomer.parse({ customer: null })).toEqual({ customer: null });
    expect(explain('listAccounts', { accounts: [{ ...ACCOUNT, needsSecondSignature: null }] })).toBe('right');
    expect(explain('transfer', { outcomes: [{ ok: true, reason: null, availableCents: null }] })).toBe('right');
  });

  it.each([
    ['listAccounts', { accounts: null }, '/accounts: expected a list, got null'],
    ['listAccounts', { accounts: [{ ...ACCOUNT, iban: null }] }, '/accounts/0/iban: expected a text, got null'],
    ['findCustomer', { customer: { customerId: null } }, '/customer/'],
    ['listAccounts', null, 'the answer: expected an object, got null'],
  ] as const)('of %s has null where a value is required: %#', (call, answer, text) => {
    expect(explain(call, answer)).toContain(text);
  });
});
