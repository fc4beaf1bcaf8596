import type { SigningSessionOf, UiErrorBody } from '@portico/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../testing/test-database.ts';
import type { Answer } from './testing/answers.ts';
import { OPEN_CHOICE } from './testing/consent-details.ts';
import { openSigningHarness, type SigningHarness } from './testing/signing-harness.ts';
import { IBANS } from './testing/test-bank.ts';

const DETAILS = '/api/ui/consent/details';
const MINUTE_MS = 60_000;
let harness: SigningHarness;
let sessions = 0;

beforeAll(async () => {
  harness = await openSigningHarness(await openTestDatabase());
});
afterEach(async () => {
  delete harness.consents.faults.beforeSign;
  await harness.moveClock(0);
});
afterAll(() => harness.close());

const codeOf = ({ status, body }: Answer<unknown>) => {
  const errors = typeof body === 'object' && body !== null && 'errors' in body && Array.isArray(body.errors) ? body.errors : [];
  return `${status} ${errors.map((error: UiErrorBody['errors'][number]) => error.code).join()}`;
};

/** A new bank session, whose sign-in has confirmed nothing yet. */
function signInAs(person: 'mari' | 'ruta', signedInAt = new Date()): string {
  sessions += 1;
  const cookie = `${person}-${sessions}`;
  harness.signIn.addSession(cookie, person, signedInAt);
  return cookie;
}

/** What comes first: the phone is asked, or the answer is given without it. */
const firstOf = (consentId: string, held: Promise<Answer<unknown>>) =>
  Promise.race([harness.untilAsked(consentId).then(() => 'the phone is asked'), held.then(codeOf)]);

describe('the page of a consent', () => {
  it('returns the third party, the accounts and rights, and the validity', async () => {
    const page = await harness.openConsent();
    expect(page.details).toMatchObject({
      tppName: 'Demo Shop OÜ',
      tppApplicationName: 'Demo Shop',
      authMethod: 'SMART_ID',
      state: 'open',
      details: {
        accountHolder: 'Mari Maasikas',
        validUntil: '2027-05-19',
        consentStatus: 'received',
        access: { form: 'detailed', accounts: [{ iban: IBANS.main }, { iban: IBANS.low }], transactions: [{ iban: IBANS.main }] },
      },
    });
    expect(page.details).not.toHaveProperty('submission');
  });

  it('is refused to other customers and on payment calls', async () => {
    const page = await harness.openConsent();
    expect(codeOf(await harness.call('GET', DETAILS, { as: 'jaan', id: page.id }))).toBe('410 SIGNING_TERMINATED');
    expect(codeOf(await harness.call('GET', DETAILS, { as: 'mari', id: 'unknown' }))).toBe('410 SIGNING_TERMINATED');
    expect(codeOf(await harness.call('GET', '/api/ui/payment/details', { as: 'mari', id: page.id }))).toBe('404 SIGNING_KIND_UNKNOWN');
    expect(codeOf(await harness.sign(page.id))).toBe('404 SIGNING_KIND_UNKNOWN');
    expect(codeOf(await harness.refuse(page.id))).toBe('404 SIGNING_KIND_UNKNOWN');
    const payment = await harness.openPage();
    expect(codeOf(await harness.signConsent(payment.id))).toBe('404 SIGNING_KIND_UNKNOWN');
    expect(codeOf(await harness.refuseConsent(payment.id))).toBe('404 SIGNING_KIND_UNKNOWN');
  });
});

describe('a consent that is signed', () => {
  it('becomes valid with its audit entries after the approval, and the details return it', async () => {
    const page = await harness.openConsent();
    const held = harness.signConsent(page.id);
    await harness.untilAsked(page.consentId);
    expect(await harness.consents.statusOf(page.consentId)).toBe('received');
    await harness.answerOnDevice(page.consentId, 'approve');
    expect(await held).toMatchObject({ status: 200, body: { consentStatus: 'valid', signedAt: expect.any(String) } });
    expect(await harness.eventsOf(page.consentId)).toEqual(['signing.opened', 'signing.entered', 'signing.shown', 'signing.signed']);
    const after = await harness.call<SigningSessionOf<'consent'>>('GET', DETAILS, { as: 'mari', id: page.id });
    expect(after.body).toMatchObject({ state: 'signed', details: { consentStatus: 'valid' } });
    expect(harness.bank.moved).toHaveLength(0);
    expect((await harness.audit.verify(harness.db)).ok).toBe(true);
  });

  it('requires no body, and an empty one is equivalent', async () => {
    const page = await harness.openConsent();
    const held = [harness.signConsent(page.id), harness.signConsent(page.id, { body: {} })];
    await harness.answerOnDevice(page.consentId, 'approve');
    const answers = await Promise.all(held);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.text).toBe(answers[1]?.text);
  });

  it('returns its stored response to a repeated request, 409 to another body or a refusal, and 410 after 15 minutes', async () => {
    const page = await harness.openConsent();
    const held = harness.signConsent(page.id);
    await harness.answerOnDevice(page.consentId, 'approve');
    const { text } = await held;
    expect(await harness.signConsent(page.id)).toMatchObject({ status: 200, text });
    expect(codeOf(await harness.signConsent(page.id, { body: { accounts: [{ iban: IBANS.main }] } }))).toBe('409 ALREADY_SIGNED');
    expect(codeOf(await harness.refuseConsent(page.id))).toBe('409 ALREADY_SIGNED');
    await harness.moveClock(15 * MINUTE_MS + 5000);
    expect(codeOf(await harness.signConsent(page.id))).toBe('410 SIGNING_TERMINATED');
  });

  it.each([
    ['refuse', '422 SCA_REFUSED'],
    ['timeOut', '422 SCA_TIMED_OUT'],
    ['wrongCode', '422 SCA_WRONG_CODE'],
  ] as const)('(%s) gets %s with the text that no access was given, and stays open', async (answer, expected) => {
    const page = await harness.openConsent();
    const held = harness.signConsent(page.id);
    await harness.answerOnDevice(page.consentId, answer);
    const refused = await held;
    expect(codeOf(refused)).toBe(expected);
    expect(refused.text).toContain('No access was given.');
    expect(await harness.consents.statusOf(page.consentId)).toBe('received');
    expect((await harness.sessionOf(page.consentId)).state).toBe('open');
  });

  it('is refused when its content has changed since it was shown, and is shown again', async () => {
    const page = await harness.openConsent();
    await sql`update test_consent set details = jsonb_set(details, '{validUntil}', '"2027-12-31"') where consent_id = ${page.consentId}`.execute(
      harness.db,
    );
    const refused = await harness.signConsent(page.id);
    expect(codeOf(refused)).toBe('409 SCA_CONTENT_CHANGED');
    expect(refused.text).toContain('No access was given.');
    const shown = await harness.call<SigningSessionOf<'consent'>>('GET', DETAILS, { as: 'mari', id: page.id });
    expect(shown.body.details.validUntil).toBe('2027-12-31');
  });

  it('is refused when its access was extended during the challenge', async () => {
    const page = await harness.openConsent();
    const held = harness.signConsent(page.id);
    await harness.untilAsked(page.consentId);
    const transactions = JSON.stringify(page.details.details.access.balances);
    await sql`update test_consent set details = jsonb_set(details, '{access,transactions}', ${transactions}::jsonb) where consent_id = ${page.consentId}`.execute(
      harness.db,
    );
    await harness.answerOnDevice(page.consentId, 'approve');
    expect(codeOf(await held)).toBe('409 SCA_CONTENT_CHANGED');
    expect(await harness.consents.statusOf(page.consentId)).toBe('received');
  });
});

describe('the accounts of a consent', () => {
  it('are chosen by the customer when the third party named none', async () => {
    const page = await harness.openConsent('mari', OPEN_CHOICE);
    const held = harness.signConsent(page.id, { body: { accounts: [{ iban: IBANS.low }] } });
    await harness.untilAsked(page.consentId);
    const reloaded = await harness.call<SigningSessionOf<'consent'>>('GET', DETAILS, { as: 'mari', id: page.id });
    expect(reloaded.body).toMatchObject({ state: 'signing', submission: { accounts: [{ iban: IBANS.low }] } });
    await harness.answerOnDevice(page.consentId, 'approve');
    expect((await held).status).toBe(200);
    expect(await harness.consents.chosenOf(page.consentId)).toEqual([IBANS.low]);
  });

  it.each([
    ['none', undefined, '400 FORMAT_ERROR'],
    ['an empty list', { accounts: [] }, '400 FORMAT_ERROR'],
    ['somebody else’s', { accounts: [{ iban: IBANS.jaans }] }, '400 ACCOUNT_UNKNOWN'],
    ['one of them somebody else’s', { accounts: [{ iban: IBANS.main }, { iban: IBANS.jaans }] }, '400 ACCOUNT_UNKNOWN'],
    ['a blocked one, which is not offered', { accounts: [{ iban: IBANS.blocked }] }, '400 ACCOUNT_UNKNOWN'],
    ['one twice', { accounts: [{ iban: IBANS.main }, { iban: IBANS.main }] }, '400 FORMAT_ERROR'],
    ['no account number', { accounts: [{ iban: 'nonsense' }] }, '400 FORMAT_ERROR'],
    ['an unknown field', { accounts: [{ iban: IBANS.main }], validUntil: '9999-12-31' }, '400 FORMAT_ERROR'],
  ])('are refused with %s, and no challenge starts', async (_what, body, expected) => {
    const page = await harness.openConsent('mari', OPEN_CHOICE);
    const challenges = await harness.challengesOf('mari');
    expect(codeOf(await harness.signConsent(page.id, body === undefined ? {} : { body }))).toBe(expected);
    expect(await harness.challengesOf('mari')).toBe(challenges);
    expect((await harness.sessionOf(page.consentId)).state).toBe('open');
  });

  it('cannot be chosen by the customer when the third party named them', async () => {
    const page = await harness.openConsent();
    expect(codeOf(await harness.signConsent(page.id, { body: { accounts: [{ iban: IBANS.main }] } }))).toBe('400 FORMAT_ERROR');
  });

  it('cannot be changed during the challenge', async () => {
    const page = await harness.openConsent('mari', OPEN_CHOICE);
    const held = harness.signConsent(page.id, { body: { accounts: [{ iban: IBANS.low }] } });
    await harness.untilAsked(page.consentId);
    expect(codeOf(await harness.signConsent(page.id, { body: { accounts: [{ iban: IBANS.main }] } }))).toBe('409 SIGNING_STATE_INVALID');
    await harness.answerOnDevice(page.consentId, 'approve');
    expect((await held).status).toBe(200);
    expect(await harness.consents.chosenOf(page.consentId)).toEqual([IBANS.low]);
  });
});

describe('Confirm, in Lithuania and Latvia', () => {
  it('uses the sign-in as the signature, without a challenge', async () => {
    const cookie = signInAs('ruta');
    const page = await harness.openConsent('ruta', {}, cookie);
    const challenges = await harness.challengesOf('ruta');
    const signed = await harness.signConsent(page.id, { as: cookie });
    expect(signed).toMatchObject({ status: 200, body: { consentStatus: 'valid' } });
    expect(await harness.challengesOf('ruta')).toBe(challenges);
    expect(await harness.eventsOf(page.consentId)).toEqual(['signing.opened', 'signing.entered', 'signing.shown', 'signing.signed']);
    expect(await harness.signConsent(page.id, { as: cookie })).toMatchObject({ status: 200, text: signed.text });
    expect(codeOf(await harness.refuseConsent(page.id, cookie))).toBe('409 ALREADY_SIGNED');
  });

  it('asks the phone when the sign-in is more than five minutes old', async () => {
    const cookie = signInAs('ruta', new Date(Date.now() - 5 * MINUTE_MS - 2000));
    const page = await harness.openConsent('ruta', {}, cookie);
    const held = harness.signConsent(page.id, { as: cookie });
    expect(await firstOf(page.consentId, held)).toBe('the phone is asked');
    await harness.answerOnDevice(page.consentId, 'approve', 'ruta');
    expect((await held).status).toBe(200);
  });

  it('asks the phone for the second consent of a sign-in, also before the first is signed', async () => {
    const cookie = signInAs('ruta');
    const first = await harness.openConsent('ruta', {}, cookie);
    const second = await harness.openConsent('ruta', {}, cookie);
    const held = harness.signConsent(second.id, { as: cookie });
    expect(await firstOf(second.consentId, held)).toBe('the phone is asked');
    expect((await harness.signConsent(first.id, { as: cookie })).status).toBe(200);
    expect(await harness.consents.statusOf(second.consentId)).toBe('received');
    await harness.answerOnDevice(second.consentId, 'approve', 'ruta');
    expect((await held).status).toBe(200);
  });

  it('asks the phone when the sign-in was made for another application', async () => {
    const cookie = signInAs('ruta');
    const page = await harness.enterConsent(await harness.createConsent('ruta', {}, 'app_of_the_same_name'), cookie);
    const held = harness.signConsent(page.id, { as: cookie });
    expect(await firstOf(page.consentId, held)).toBe('the phone is asked');
    expect((await harness.refuseConsent(page.id, cookie)).status).toBe(200);
    expect((await held).status).toBe(410);
  });

  it('checks accounts and content before it confirms', async () => {
    const cookie = signInAs('ruta');
    const page = await harness.openConsent('ruta', OPEN_CHOICE, cookie);
    expect(codeOf(await harness.signConsent(page.id, { as: cookie }))).toBe('400 FORMAT_ERROR');
    expect(codeOf(await harness.signConsent(page.id, { as: cookie, body: { accounts: [{ iban: IBANS.jaans }] } }))).toBe('400 ACCOUNT_UNKNOWN');
    await sql`update test_consent set details = jsonb_set(details, '{validUntil}', '"2027-12-31"') where consent_id = ${page.consentId}`.execute(
      harness.db,
    );
    const body = { accounts: [{ iban: IBANS.main }] };
    expect(codeOf(await harness.signConsent(page.id, { as: cookie, body }))).toBe('409 SCA_CONTENT_CHANGED');
    expect(await harness.consents.statusOf(page.consentId)).toBe('received');
    expect((await harness.sessionOf(page.consentId)).state).toBe('open');
  });

  it('is not used in Estonia: the phone is asked also after a recent sign-in', async () => {
    const cookie = signInAs('mari');
    const page = await harness.openConsent('mari', {}, cookie);
    const held = harness.signConsent(page.id, { as: cookie });
    expect(await firstOf(page.consentId, held)).toBe('the phone is asked');
    await harness.answerOnDevice(page.consentId, 'approve');
    expect((await held).status).toBe(200);
  });
});

describe('a consent that ends unsigned', () => {
  it('is rejected by a refusal, which can be repeated; signing and reading then get 410 with the return URL', async () => {
    const page = await harness.openConsent();
    const first = await harness.refuseConsent(page.id);
    expect(first).toMatchObject({ status: 200, body: { consentStatus: 'rejected' } });
    expect(await harness.refuseConsent(page.id)).toMatchObject({ status: 200, text: first.text });
    for (const answer of [await harness.signConsent(page.id), await harness.call('GET', DETAILS, { as: 'mari', id: page.id })]) {
      expect(answer).toMatchObject({ status: 410, body: { tppFailureUrl: 'https://shop.example/failed?order=7' } });
    }
    expect(await harness.consents.statusOf(page.consentId)).toBe('rejected');
  });

  it('is rejected after five idle minutes', async () => {
    const page = await harness.openConsent();
    await harness.moveClock(5 * MINUTE_MS + 5000);
    expect(codeOf(await harness.signConsent(page.id))).toBe('410 SIGNING_TERMINATED');
    expect(await harness.consents.statusOf(page.consentId)).toBe('rejected');
  });

  it('ends its page when the third party deletes it, also during the challenge', async () => {
    const [open, signing] = [await harness.openConsent(), await harness.openConsent()];
    const held = harness.signConsent(signing.id);
    const challengeId = await harness.untilAsked(signing.consentId);
    for (const { consentId } of [open, signing]) {
      await harness.endConsent(consentId);
      expect(await harness.consents.statusOf(consentId)).toBe('rejected');
    }
    expect(await held).toMatchObject({ status: 410, body: { tppFailureUrl: 'https://shop.example/failed?order=7' } });
    expect(codeOf(await harness.signConsent(open.id))).toBe('410 SIGNING_TERMINATED');
    expect(codeOf(await harness.refuseConsent(open.id))).toBe('410 SIGNING_TERMINATED');
    expect(codeOf(await harness.call('GET', DETAILS, { as: 'mari', id: open.id }))).toBe('410 SIGNING_TERMINATED');
    // The phone cannot bring it back.
    await harness.call('POST', `/bank/device/challenges/${challengeId}/answer`, { as: 'mari', body: { answer: 'approve' } });
    expect(await harness.consents.statusOf(signing.consentId)).toBe('rejected');
  });
});

describe('a crash before the commit', () => {
  const powerGoesOut = () => {
    harness.consents.faults.beforeSign = () => {
      throw new Error('The power went out.');
    };
  };

  it('after the approval loses nothing: a repeated request completes without a second challenge', async () => {
    const page = await harness.openConsent();
    const challenges = await harness.challengesOf('mari');
    powerGoesOut();
    const held = harness.signConsent(page.id);
    await harness.answerOnDevice(page.consentId, 'approve');
    expect((await held).status).toBe(500);
    expect(await harness.consents.statusOf(page.consentId)).toBe('received');
    delete harness.consents.faults.beforeSign;
    expect((await harness.signConsent(page.id)).status).toBe(200);
    expect(await harness.challengesOf('mari')).toBe(challenges + 1);
  });

  it('of a confirmation leaves the page open, and the sign-in still confirms it', async () => {
    const cookie = signInAs('ruta');
    const page = await harness.openConsent('ruta', {}, cookie);
    const challenges = await harness.challengesOf('ruta');
    powerGoesOut();
    expect((await harness.signConsent(page.id, { as: cookie })).status).toBe(500);
    expect((await harness.sessionOf(page.consentId)).state).toBe('open');
    delete harness.consents.faults.beforeSign;
    expect((await harness.signConsent(page.id, { as: cookie })).status).toBe(200);
    expect(await harness.challengesOf('ruta')).toBe(challenges);
  });
});

describe('two tabs with two consents', () => {
  it('sign or refuse their consents independently', async () => {
    const [one, other] = [await harness.openConsent(), await harness.openConsent('mari', OPEN_CHOICE)];
    const held = [harness.signConsent(one.id), harness.signConsent(other.id, { body: { accounts: [{ iban: IBANS.main }] } })];
    await harness.answerOnDevice(other.consentId, 'approve');
    expect((await held[1])?.status).toBe(200);
    expect(await harness.consents.statusOf(one.consentId)).toBe('received');
    expect((await harness.refuseConsent(one.id)).status).toBe(200);
    expect((await held[0])?.status).toBe(410);
    expect(await harness.consents.statusOf(other.consentId)).toBe('valid');
  });

  it('return neither to a tab without entry code and id', async () => {
    const cookie = signInAs('mari');
    await harness.openConsent('mari', {}, cookie);
    await harness.openConsent('mari', {}, cookie);
    expect(codeOf(await harness.call('GET', DETAILS, { as: cookie }))).toBe('410 SIGNING_TERMINATED');
  });
});
