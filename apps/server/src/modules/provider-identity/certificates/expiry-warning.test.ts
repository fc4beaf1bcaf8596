import type { CertificateState, CertificateUse } from '@portico/contract/values';
import { describe, expect, it } from 'vitest';
import { expiryMail } from './expiry-mail.ts';
import { dueWarning, needsReplacement } from './expiry-warning.ts';

const DAY = 24 * 60 * 60_000;
const END = new Date('2027-03-31T10:00:00Z');
const before = (days: number, ms = 0): Date => new Date(END.getTime() - days * DAY - ms);
const certificate = (given: { readonly lived?: number; readonly mailed?: 30 | 7 } = {}) => ({
  notBefore: before(given.lived ?? 365),
  notAfter: END,
  expiryMailedDays: given.mailed,
});

describe('a mail before a certificate expires', () => {
  it.each<[string, Date, 30 | 7 | undefined, 30 | 7]>([
    ['30 days before', before(30), undefined, 30],
    ['between the days, because servers were down', before(12), undefined, 30],
    ['7 days before, after the first one', before(7), 30, 7],
    ['3 days before, after an outage of both days', before(3), undefined, 7],
    ['a millisecond before the end', before(0, 1), 30, 7],
  ])('is due %s', (_name, now, mailed, expected) => {
    expect(dueWarning(certificate(mailed === undefined ? {} : { mailed }), now)).toBe(expected);
  });

  it.each<[string, Parameters<typeof dueWarning>[0], Date]>([
    ['a millisecond more than 30 days before', certificate(), before(30, 1)],
    ['a second time', certificate({ mailed: 30 }), before(30)],
    ['a millisecond more than 7 days before, after the first one', certificate({ mailed: 30 }), before(7, 1)],
    ['a second time after 7 days', certificate({ mailed: 7 }), before(1)],
    ['at the end', certificate(), END],
    ['after the end, because servers were down', certificate({ mailed: 30 }), before(-2)],
    ['for a certificate of one day', certificate({ lived: 1 }), before(1)],
    ['for a certificate of 7 days', certificate({ lived: 7 }), before(6)],
    ['after 30 days for a certificate of 30 days', certificate({ lived: 30 }), before(29)],
    ['for a certificate that is expired when it is issued', { ...certificate(), notBefore: before(400), notAfter: before(35) }, before(30)],
  ])('is not due %s', (_name, given, now) => {
    expect(dueWarning(given, now)).toBeUndefined();
  });

  it.each([
    ['over the end of February', '2027-03-02T23:59:59Z', '2027-01-31T23:59:59Z', '2027-01-31T23:59:58Z'],
    ['over 29 February', '2028-03-15T00:00:00Z', '2028-02-14T00:00:00Z', '2028-02-13T23:59:59Z'],
    ['over the change to summer time', '2027-04-10T00:30:00Z', '2027-03-11T00:30:00Z', '2027-03-11T00:29:59Z'],
    ['over the change to winter time', '2026-11-05T22:00:00Z', '2026-10-06T22:00:00Z', '2026-10-06T21:59:59Z'],
    ['over the end of a year', '2027-01-15T12:00:00Z', '2026-12-16T12:00:00Z', '2026-12-16T11:59:59Z'],
  ])('is due after 30 times 24 hours %s', (_name, end, due, early) => {
    const given = { notBefore: new Date('2026-01-01T00:00:00Z'), notAfter: new Date(end), expiryMailedDays: undefined };
    expect([dueWarning(given, new Date(early)), dueWarning(given, new Date(due))]).toEqual([undefined, 30]);
  });
});

describe('needsReplacement', () => {
  const held = (use: CertificateUse, notAfter: Date, state: CertificateState = 'active') => ({ state, certificate: { use, notAfter } });
  const old = held('web', END);

  it.each<[string, ReturnType<typeof held>[]]>([
    ['there is no other', []],
    ['the other is for signatures', [held('seal', before(-300))]],
    ['the other expires at the same time', [held('web', END)]],
    ['the other expires before', [held('web', before(5))]],
    ...(['revoked', 'blocked', 'unproved', 'early', 'expired'] as const).map((state): [string, ReturnType<typeof held>[]] => [
      `the other is ${state}`,
      [held('web', before(-300), state)],
    ]),
  ])('holds if %s', (_name, others) => {
    expect(needsReplacement(old, [old, ...others])).toBe(true);
  });

  it('does not hold if another one of the same use goes on longer', () => {
    expect(needsReplacement(old, [old, held('web', before(-1))])).toBe(false);
  });

  it.each(['revoked', 'blocked', 'unproved', 'early', 'expired'] as const)('does not hold for a certificate that is %s', (state) => {
    expect(needsReplacement(held('web', END, state), [])).toBe(false);
  });
});

describe('the text of the mail', () => {
  const words = { productName: 'Portico', publicUrl: 'https://bank.example' };
  const thumbprint = 'ab'.repeat(32);
  const mailFor = (now: Date, uses: readonly CertificateUse[] = ['web']) =>
    expiryMail(
      words,
      'Shop',
      uses.map((use) => ({ use, thumbprint, notAfter: END })),
      now,
    );

  it('names kind, end, thumbprint and the page, and is of no use after the end', () => {
    const { subject, text, expiresAfterSeconds } = mailFor(before(30));
    expect(subject).toBe('A certificate of Shop at Portico will expire in 30 days');
    expect(text).toContain(`QWAC expires on 2027-03-31 10:00:00 UTC, in 30 days.\nThumbprint: ${thumbprint}`);
    expect(text).toContain('https://bank.example/#/tpp/certificates');
    expect(expiresAfterSeconds).toBe(30 * 86_400);
  });

  it.each([
    [before(6, 1), 'in 7 days'],
    [before(1), 'in 1 day'],
    [before(0, 1), 'in 1 day'],
  ])('counts begun days', (now, expected) => {
    expect(mailFor(now).subject).toBe(`A certificate of Shop at Portico will expire ${expected}`);
  });

  it('is one for several certificates', () => {
    const { subject, text } = mailFor(before(7), ['web', 'seal']);
    expect(subject).toBe('Certificates of Shop at Portico will expire in 7 days');
    expect(text).toMatch(/QWAC expires on [\s\S]+QSealC expires on /);
  });
});
