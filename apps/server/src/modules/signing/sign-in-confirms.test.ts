/**
 * What the strong customer authentication of a sign-in confirms: one consent, the one that the sign-in was made for (RTS Art. 4).
 * Review of 25 November 2026, S2 and C3.
 */
import { SIGNING_KINDS, type SigningKind } from '@portico/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestDatabase } from '../../testing/test-database.ts';
import type { SignedInFor } from '../sign-in/index.ts';
import { openSigningHarness, type SigningHarness } from './testing/signing-harness.ts';

const COUNTRIES = [
  ['Lithuania', 'ruta'],
  ['Latvia', 'liga'],
] as const;
type Person = (typeof COUNTRIES)[number][1] | 'mari';

let harness: SigningHarness;
let count = 0;
beforeAll(async () => {
  harness = await openSigningHarness(await openTestDatabase());
});
afterAll(() => harness.close());

function signIn(person: Person, signedInFor?: Partial<SignedInFor>): string {
  count += 1;
  const cookie = `${person}-${count}`;
  harness.signIn.addSession(cookie, person, new Date(), signedInFor);
  return cookie;
}

/** A thing of this kind, which the customer has not seen yet. */
async function create(kind: SigningKind, person: Person, appId?: string) {
  if (kind === 'consent') {
    const { consentId, path } = await harness.createConsent(person, {}, appId);
    return { id: consentId, path };
  }
  count += 1;
  const id = `thing_${count}`;
  return { id, path: await harness.open(kind, id, person, appId) };
}

const sessionIdOf = async (id: string) => (await harness.sessionOf(id)).session_id;

/** Opens the page and presses Confirm: is the phone asked, or is the sign-in the signature? */
async function confirm(consent: Awaited<ReturnType<typeof harness.createConsent>>, cookie: string): Promise<'phone' | 'sign-in'> {
  const page = await harness.enterConsent(consent, cookie);
  const held = harness.signConsent(page.id, { as: cookie });
  const first = await Promise.race([harness.untilAsked(consent.consentId).then(() => undefined), held]);
  if (first !== undefined) {
    expect([first.status, await harness.consents.statusOf(consent.consentId)]).toEqual([200, 'valid']);
    return 'sign-in';
  }
  expect(await harness.consents.statusOf(consent.consentId)).toBe('received');
  expect((await harness.refuseConsent(page.id, cookie)).status).toBe(200);
  expect((await held).status).toBe(410);
  return 'phone';
}

/** What the sign-in module says, call by call. */
function answerIsByPerson(...answers: readonly boolean[]) {
  const spy = vi.spyOn(harness.signIn, 'isByPerson');
  for (const answer of answers) spy.mockReturnValueOnce(answer);
  return spy;
}

describe.each(COUNTRIES)('a consent in %s', (_country, person) => {
  it('is confirmed by the sign-in that was made for it', async () => {
    const consent = await harness.createConsent(person);
    const cookie = signIn(person, { signingSessionId: await sessionIdOf(consent.consentId) });
    expect(await confirm(consent, cookie)).toBe('sign-in');
  });

  it('is not confirmed by a person who no longer authenticates for the customer, and no phone is asked', async () => {
    const consent = await harness.createConsent(person);
    const cookie = signIn(person, { signingSessionId: await sessionIdOf(consent.consentId) });
    const page = await harness.enterConsent(consent, cookie);
    // The first check of the person succeeds; before the sign-in is checked, the bank names another person.
    const isByPerson = answerIsByPerson(true, false);
    const refused = await harness.signConsent(page.id, { as: cookie });
    expect(isByPerson).toHaveBeenCalledTimes(2);
    isByPerson.mockRestore();
    expect([refused.status, refused.text]).toEqual([410, expect.stringContaining('signedOut')]);
    expect(await harness.consents.statusOf(consent.consentId)).toBe('received');
  });

  it('is not confirmed when the bank names another person within the transaction of the confirmation', async () => {
    const consent = await harness.createConsent(person);
    const cookie = signIn(person, { signingSessionId: await sessionIdOf(consent.consentId) });
    const page = await harness.enterConsent(consent, cookie);
    const isByPerson = answerIsByPerson(true, true, false);
    const findCustomer = vi.spyOn(harness.bank, 'findCustomer');
    const refused = await harness.signConsent(page.id, { as: cookie });
    expect([isByPerson.mock.calls.length, findCustomer.mock.lastCall?.[1]?.isTransaction]).toEqual([3, true]);
    isByPerson.mockRestore();
    findCustomer.mockRestore();
    expect([refused.status, refused.text]).toEqual([410, expect.stringContaining('signedOut')]);
    expect([await harness.consents.statusOf(consent.consentId), (await harness.sessionOf(consent.consentId)).state]).toEqual(['received', 'open']);
    expect((await harness.signConsent(page.id, { as: cookie })).status).toBe(200);
  });

  it('is confirmed by the sign-in of its application’s authorization request', async () => {
    expect(await confirm(await harness.createConsent(person), signIn(person))).toBe('sign-in');
  });

  it.each(SIGNING_KINDS)('asks the phone after a sign-in that was made to sign a %s of the same application', async (kind) => {
    const earlier = await create(kind, person);
    const cookie = signIn(person, { signingSessionId: await sessionIdOf(earlier.id) });
    expect(await harness.enter(earlier.path, cookie)).toContain('entry=');
    expect(await confirm(await harness.createConsent(person), cookie)).toBe('phone');
  });

  it.each(SIGNING_KINDS)('asks the phone after a sign-in that was made to sign a %s which the customer never opened', async (kind) => {
    const earlier = await create(kind, person);
    const cookie = signIn(person, { signingSessionId: await sessionIdOf(earlier.id) });
    expect(await confirm(await harness.createConsent(person), cookie)).toBe('phone');
  });

  it.each(SIGNING_KINDS)('asks the phone when an authorization request has led to a %s first', async (kind) => {
    const cookie = signIn(person);
    expect(await harness.enter((await create(kind, person)).path, cookie)).toContain('entry=');
    expect(await confirm(await harness.createConsent(person), cookie)).toBe('phone');
  });

  it.each<[string, Partial<SignedInFor>]>([
    ['another application of the same names', { appId: 'app_of_the_same_name' }],
    ['the bank’s own pages, or one that an older server opened', { appId: undefined }],
  ])('asks the phone after a sign-in for %s', async (_what, signedInFor) => {
    expect(await confirm(await harness.createConsent(person), signIn(person, signedInFor))).toBe('phone');
  });

  it('asks the phone after a sign-in that was made to sign a consent of another application of the same names', async () => {
    const other = await create('consent', person, 'app_of_the_same_name');
    const cookie = signIn(person, { appId: 'app_of_the_same_name', signingSessionId: await sessionIdOf(other.id) });
    expect(await confirm(await harness.createConsent(person), cookie)).toBe('phone');
  });

  it('is confirmed by the sign-in for only one of two consents that two tabs opened', async () => {
    const cookie = signIn(person);
    const consents = [await harness.createConsent(person), await harness.createConsent(person)];
    await Promise.all(consents.map(({ path }) => harness.enter(path, cookie)));
    const confirmed = [];
    for (const consent of consents) confirmed.push(await confirm(consent, cookie));
    expect(confirmed.toSorted()).toEqual(['phone', 'sign-in']);
  });

  it('is confirmed by a second sign-in after the first was used for a payment', async () => {
    await harness.enter((await create('payment', person)).path, signIn(person));
    expect(await confirm(await harness.createConsent(person), signIn(person))).toBe('sign-in');
  });
});

describe('a consent in Estonia', () => {
  it.each<[string, Partial<SignedInFor> | 'consent']>([
    ['an authorization request', {}],
    ['the consent', 'consent'],
  ])('asks the phone even after a sign-in for %s', async (_what, made) => {
    const consent = await harness.createConsent('mari');
    const signedInFor = made === 'consent' ? { signingSessionId: await sessionIdOf(consent.consentId) } : made;
    expect(await confirm(consent, signIn('mari', signedInFor))).toBe('phone');
  });
});
