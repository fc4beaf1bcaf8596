import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { createAttempts, ofNoSession } from '../testing/signing-attempts.ts';
import { openSigningHarness, type SigningHarness, waitFor } from '../testing/signing-harness.ts';
import { refuseSigning } from './refuse-signing.ts';

let harness: SigningHarness;

beforeAll(async () => {
  harness = await openSigningHarness(await openTestDatabase());
});
afterEach(() => harness.moveClock(0));
afterAll(() => harness.close());

describe('a refusal', () => {
  it('rejects the payment and can be repeated with the same response', async () => {
    const page = await harness.openPage();
    const first = await harness.refuse(page.id);
    expect(first).toMatchObject({ status: 200, body: { transactionStatus: 'RJCT' } });
    expect(await harness.refuse(page.id)).toMatchObject({ status: 200, text: first.text });
    expect(await harness.statusOf(page.paymentId)).toBe('RJCT');
    expect((await harness.eventsOf(page.paymentId)).filter((event) => event === 'signing.refused')).toHaveLength(1);
  });

  it('ends the session: signing and reading get 410 with the return URL', async () => {
    const page = await harness.openPage();
    await harness.refuse(page.id);
    for (const answer of [
      await harness.sign(page.id),
      await harness.call('GET', '/api/ui/payment/details', { as: 'mari', id: page.id }),
      await harness.call('GET', '/api/ui/account/list', { as: 'mari', id: page.id }),
      await harness.call('POST', '/api/ui/activity', { as: 'mari', id: page.id }),
    ]) {
      expect(answer).toMatchObject({ status: 410, body: { tppFailureUrl: 'https://shop.example/failed?order=7' } });
    }
  });

  it('ends a held signature with 410, its challenge cannot be approved any more, and no money moves', async () => {
    const page = await harness.openPage();
    const moved = harness.bank.moved.length;
    const held = harness.sign(page.id);
    const challengeId = await waitFor(async () => {
      const { state, challenge_id: challenge } = await harness.sessionOf(page.paymentId);
      return state === 'signing' ? (challenge ?? undefined) : undefined;
    });
    expect((await harness.refuse(page.id)).status).toBe(200);
    expect((await held).status).toBe(410);
    await harness.call('POST', `/bank/device/challenges/${challengeId}/answer`, { as: 'mari', body: { answer: 'approve' } });
    expect((await harness.sign(page.id)).status).toBe(410);
    expect(harness.bank.moved.length).toBe(moved);
    expect(await harness.statusOf(page.paymentId)).toBe('RJCT');
  });
});

/** The authority check refuses sessions that have ended; here the session ends after that check. */
describe('a refusal after the authority check', () => {
  const TOTAL_MS = 15 * 60_000;
  const TERMINATED = { status: 410, options: { extra: { tppFailureUrl: 'https://shop.example/failed?order=7' } } };

  /** Reads a page as the door lets it in; then it can be refused at any time. */
  async function admitted(page: { readonly paymentId: string; readonly id: string }) {
    const { attemptOn, engine, read } = createAttempts(harness);
    const attempt = await attemptOn(page);
    const abandoned: string[] = [];
    const abandon = async (challengeId: string) => void abandoned.push(challengeId);
    const refuse = ({ session, kind, bankSession, customer } = attempt) =>
      refuseSigning({ ...engine, sca: { ...engine.sca, abandon } }, kind, { session, bankSession, customer, signingId: page.id });
    return { attempt, abandoned, refuse, session: () => read(page) };
  }

  it('abandons the challenge, and commits state, response, end and audit entry together', async () => {
    const page = await createAttempts(harness).openSigningPage();
    const { refuse, abandoned, session, attempt } = await admitted(page);
    const answer = await refuse();
    expect(answer).toMatchObject({ transactionStatus: 'RJCT' });
    expect(abandoned).toEqual([page.challengeId]);
    expect(await session()).toMatchObject({ state: 'refused', answer });
    const { authorisationId, resourceId, customerId, appId } = attempt.session;
    const { rows } = await sql<{ ids: object; ended_at: Date | null }>`select ids, ended_at from audit_entry, signing_session
      where event = 'signing.refused' and chain = ${`signing:${authorisationId}`} and session_id = ${authorisationId}`.execute(harness.db);
    expect(rows).toEqual([{ ids: { sessionId: authorisationId, kind: 'payment', resourceId, customerId, appId }, ended_at: expect.any(Date) }]);
  });

  it('abandons only a started challenge, and only once', async () => {
    const { refuse, abandoned } = await admitted(await harness.openPage());
    const first = await refuse();
    expect(await refuse()).toEqual(first);
    expect(abandoned).toEqual([]);

    const again = await admitted(await createAttempts(harness).openSigningPage());
    await again.refuse();
    await again.refuse();
    expect(again.abandoned).toHaveLength(1);
  });

  it('gets 409 ALREADY_SIGNED after the signature', async () => {
    const page = await harness.openPage();
    const { refuse, session } = await admitted(page);
    const held = harness.sign(page.id);
    await harness.answerOnDevice(page.paymentId, 'approve');
    await held;
    await expect(refuse()).rejects.toMatchObject({ status: 409, code: 'ALREADY_SIGNED' });
    expect((await session()).state).toBe('signed');
  });

  it('gets 410 after fifteen minutes, and the session becomes expired', async () => {
    const { refuse, session } = await admitted(await harness.openPage());
    await harness.moveClock(TOTAL_MS + 1000);
    await expect(refuse()).rejects.toMatchObject(TERMINATED);
    expect((await session()).state).toBe('expired');
    await harness.moveClock(0);
    await expect(refuse()).rejects.toMatchObject(TERMINATED);
  });

  it('of a deleted session gets 410', async () => {
    const { refuse, attempt } = await admitted(await harness.openPage());
    await expect(refuse(ofNoSession(attempt))).rejects.toMatchObject(TERMINATED);
  });

  it('of a session that was not entered gets 410 and changes nothing', async () => {
    const page = { ...(await harness.createPayment()), id: '' };
    const { refuse, session } = await admitted(page);
    await expect(refuse()).rejects.toMatchObject({ status: 410 });
    expect((await session()).state).toBe('received');
    expect(await harness.statusOf(page.paymentId)).toBe('RCVD');
  });
});
