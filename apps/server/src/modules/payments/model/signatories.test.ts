import { describe, expect, it } from 'vitest';
import { afterDecision, afterFirstSignature, coSignableUntil, toSignatories } from './signatories.ts';

const AT = new Date('2026-11-20T12:00:00Z');
const PARTIES = [
  { customerId: 'cus_1', name: 'Tõnu Näidis' },
  { customerId: 'cus_2', name: 'Kaur Kaasallkiri' },
  { customerId: 'cus_3', name: 'Ivars Līdzparaksts' },
];
const FIRST = { customerId: 'cus_1', name: 'Tõnu Näidis', person: 'digest of Tõnu' };
const first = afterFirstSignature(PARTIES, FIRST, AT) ?? [];
const statesOf = (signatories: typeof first) => signatories.map(({ state }) => state);

describe('the signatories', () => {
  it('are awaited, except the one who has signed', () => {
    expect(statesOf(first)).toEqual(['signed', 'awaited', 'awaited']);
    expect(first.map(({ signedAt }) => signedAt)).toEqual([AT.toISOString(), undefined, undefined]);
  });

  it('are returned to the page without customer ids and digests', () => {
    expect(JSON.stringify(toSignatories({ signatories: first }))).not.toMatch(/cus_|digest/);
    expect(toSignatories({ signatories: undefined })).toEqual({});
  });

  it.each([
    ['without the one who has signed', PARTIES.slice(1)],
    ['with one of them twice', [...PARTIES, ...PARTIES]],
    ['in another order', PARTIES.toReversed().toSorted((one, other) => Number(one.customerId < other.customerId))],
  ])('are each listed once when the bank names them %s', (_how, parties) => {
    const named = afterFirstSignature(parties, FIRST, AT) ?? [];
    expect(named[0]).toEqual({ ...FIRST, state: 'signed', signedAt: AT.toISOString() });
    expect(
      named
        .slice(1)
        .map(({ customerId, state }) => `${customerId} ${state}`)
        .toSorted(),
    ).toEqual(['cus_2 awaited', 'cus_3 awaited']);
  });

  it.each([[[]], [PARTIES.slice(0, 1)], [[...PARTIES.slice(0, 1), ...PARTIES.slice(0, 1)]]])(
    'are undefined when the list of the bank, %j, names only the first signatory',
    (parties) => expect(afterFirstSignature(parties, FIRST, AT)).toBeUndefined(),
  );

  it('have the name of the person who decided', () => {
    const made = { decision: 'signed', signatoryId: 'cus_2', name: 'Uku Uustulnuk', at: AT } as const;
    expect(afterDecision(first, made).map(({ name }) => name)).toEqual(['Tõnu Näidis', 'Uku Uustulnuk', 'Ivars Līdzparaksts']);
  });

  it('change only their own state by a decision', () => {
    expect(statesOf(afterDecision(first, { decision: 'signed', signatoryId: 'cus_3', at: AT }))).toEqual(['signed', 'awaited', 'signed']);
    expect(statesOf(afterDecision(first, { decision: 'refused', signatoryId: 'cus_2', at: AT }))).toEqual(['signed', 'refused', 'awaited']);
  });

  it.each(['cus_1', 'cus_9'])('are not changed by a decision of %s, who is not awaited', (signatoryId) =>
    expect(afterDecision(first, { decision: 'refused', signatoryId, at: AT })).toEqual(first),
  );

  it('are decided in order when the bank does not name the signatory', () =>
    expect(statesOf(afterDecision(first, { decision: 'signed', at: AT }))).toEqual(['signed', 'signed', 'awaited']));

  it('can sign for seven days', () =>
    expect(coSignableUntil({ debtorIban: '', debtorDetails: undefined, feeCents: 0, signedAt: AT })).toEqual(new Date('2026-11-27T12:00:00Z')));
});
