import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../testing/test-database.ts';
import { openSigningHarness, type SigningHarness } from './testing/signing-harness.ts';

const CALLS = 50;
let harness: SigningHarness;

beforeAll(async () => {
  harness = await openSigningHarness(await openTestDatabase(), { deviceAnswerSeconds: 0 });
});
afterAll(() => harness.close());

async function endsOf(paymentId: string): Promise<readonly string[]> {
  return (await harness.eventsOf(paymentId)).filter((event) => /signed|refused|expired/.test(event));
}

describe('a storm on one session', () => {
  it(`of ${CALLS} signatures at once signs once and answers all the same, over two servers`, async () => {
    const page = await harness.openPage();
    const second = await harness.startServer();
    const [signatures, moved, challenges] = [harness.signatures(), harness.bank.moved.length, await harness.challengesOf('mari')];
    const calls = Array.from({ length: CALLS }, (_, index) => harness.sign(page.id, { app: index % 2 === 0 ? harness.app : second.app }));
    const answers = await Promise.all(calls);
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(harness.signatures()).toBe(signatures + 1);
    expect(harness.bank.moved.length).toBe(moved + 1);
    expect(await harness.challengesOf('mari')).toBe(challenges + 1);
    expect(await endsOf(page.paymentId)).toEqual(['signing.signed']);
    await second.app.close();
  });

  it.each([0, 1, 2, 3, 4, 5])('of signatures and refusals mixed ends exactly once (round %i)', async (round) => {
    const page = await harness.openPage();
    const [signatures, moved] = [harness.signatures(), harness.bank.moved.length];
    const puts = Array.from({ length: 10 }, () => harness.sign(page.id));
    // The refusals come a little later in every round, so that both sides win some.
    await new Promise((resolve) => setTimeout(resolve, round * 60));
    const deletes = Array.from({ length: 5 }, () => harness.refuse(page.id));
    const [putAnswers, deleteAnswers] = [await Promise.all(puts), await Promise.all(deletes)];
    const ends = await endsOf(page.paymentId);
    expect(ends).toHaveLength(1);

    const isSigned = ends[0] === 'signing.signed';
    expect(new Set(putAnswers.map(({ status }) => status))).toEqual(new Set([isSigned ? 200 : 410]));
    expect(new Set(deleteAnswers.map(({ status }) => status))).toEqual(new Set([isSigned ? 409 : 200]));
    expect(harness.signatures() - signatures).toBe(isSigned ? 1 : 0);
    expect(harness.bank.moved.length - moved).toBe(isSigned ? 1 : 0);
    expect(await harness.statusOf(page.paymentId)).toBe(isSigned ? 'ACFC' : 'RJCT');
  });

  it('leaves every session with one end or unfinished, and an audit log that verifies', async () => {
    const { rows } = await sql<{ chain: string }>`select chain from audit_entry
      where event in ('signing.signed', 'signing.refused', 'signing.expired') group by chain having count(*) > 1`.execute(harness.db);
    expect(rows).toEqual([]);
    expect(await harness.audit.verify(harness.db)).toMatchObject({ ok: true, findings: [] });
  });
});
