import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../testing/test-database.ts';
import { isTerminal, nextState, SIGNING_EVENTS, SIGNING_STATES, type SigningState } from './session/signing-state.ts';
import { openSigningHarness, type SigningHarness } from './testing/signing-harness.ts';

/** Sessions that customers brought into each state; every attack is an UPDATE past the code and is undone, so one session serves many. */
describe('the database', () => {
  let harness: SigningHarness;
  const sessions = new Map<SigningState, string>();
  beforeAll(async () => {
    harness = await openSigningHarness(await openTestDatabase());
    for (const [state, paymentId] of Object.entries(await bringIntoEveryState(harness))) {
      const session = await harness.sessionOf(paymentId);
      expect(session.state).toBe(state);
      sessions.set(session.state, session.session_id);
    }
  });
  afterAll(() => harness.close());

  const moves = SIGNING_STATES.flatMap((from) => SIGNING_STATES.filter((to) => to !== from).map((to) => ({ from, to })));

  it.each(moves)('lets $from become $to exactly when the table does', async ({ from, to }) => {
    const isAllowed = SIGNING_EVENTS.some((event) => nextState(from, event) === to);
    const update = attack(
      from,
      sql`state = ${to}, signed_at = ${to === 'signed' ? sql`now()` : null}, ended_at = ${isTerminal(to) ? sql`now()` : null},
        bank_session_hash = coalesce(bank_session_hash, 'hash'), answer = coalesce(answer, '{}'),
        submission = coalesce(submission, '{}'), submission_digest = coalesce(submission_digest, 'digest')`,
    );
    await (isAllowed ? expect(update).rejects.toThrow(Undone) : expect(update).rejects.toThrow(/does not move|stays as it is/));
  });

  it.each(['answer = \'{"other":true}\'', "submission_digest = 'other'", 'signed_at = now()', 'ended_at = now()'])(
    'keeps what a signed session says: %s',
    (change) => expect(attack('signed', sql.raw(change))).rejects.toThrow(/stays as it is/),
  );

  it('keeps the bank session a session was bound to', () =>
    expect(attack('open', sql`bank_session_hash = 'other'`)).rejects.toThrow(/stays with the bank session/));

  it('allows one unfinished session for one thing to sign', () =>
    expect(
      attack('open', sql`resource_id = (select resource_id from signing_session where session_id = ${sessions.get('received')})`),
    ).rejects.toThrow(/signing_session_unfinished/));

  function attack(from: SigningState, change: ReturnType<typeof sql>): Promise<void> {
    return harness.db.transaction().execute(async (tx) => {
      await sql`update signing_session set ${change} where session_id = ${sessions.get(from)}`.execute(tx);
      throw new Undone();
    });
  }
});

class Undone extends Error {}

/** Answers the payment behind a session of each state; the clock is back at real time afterwards. */
async function bringIntoEveryState(harness: SigningHarness): Promise<Record<SigningState, string>> {
  const expired = await harness.openPage();
  await harness.moveClock(6 * 60_000);
  expect((await harness.sign(expired.id)).status).toBe(410);
  await harness.moveClock(0);

  const refused = await harness.openPage();
  expect((await harness.refuse(refused.id)).status).toBe(200);

  const signed = await harness.openPage();
  const put = harness.sign(signed.id);
  await harness.answerOnDevice(signed.paymentId, 'approve');
  expect((await put).status).toBe(200);

  // A server that stops leaves the signature running.
  const signing = await harness.openPage();
  const stopping = await harness.startServer();
  const held = harness.sign(signing.id, { app: stopping.app });
  await harness.untilAsked(signing.paymentId);
  stopping.shutdown.begin();
  expect((await held).status).toBe(503);
  await stopping.app.close();

  const [open, received] = [await harness.openPage(), await harness.createPayment()];
  return {
    received: received.paymentId,
    open: open.paymentId,
    signing: signing.paymentId,
    signed: signed.paymentId,
    refused: refused.paymentId,
    expired: expired.paymentId,
  };
}
