import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../testing/test-database.ts';
import { OPEN_CHOICE } from './testing/consent-details.ts';
import { openSigningHarness, type SigningHarness } from './testing/signing-harness.ts';
import { IBANS } from './testing/test-bank.ts';

const CALLS = 40;
let harness: SigningHarness;
let sessions = 0;

beforeAll(async () => {
  harness = await openSigningHarness(await openTestDatabase(), { deviceAnswerSeconds: 0 });
});
afterAll(() => harness.close());

function signInAsRuta(): string {
  sessions += 1;
  const cookie = `ruta-storm-${sessions}`;
  harness.signIn.addSession(cookie, 'ruta');
  return cookie;
}
const endsOf = async (consentId: string) => (await harness.eventsOf(consentId)).filter((event) => /signed|refused|expired/.test(event));
const distinct = (answers: readonly { status: number; text: string }[]) => new Set(answers.map(({ status, text }) => `${status} ${text}`));

describe('a storm on one consent', () => {
  it(`of ${CALLS} signatures at once signs once and answers all the same, over two servers`, async () => {
    const page = await harness.openConsent();
    const second = await harness.startServer();
    const [signatures, challenges] = [harness.consents.signatures(), await harness.challengesOf('mari')];
    const answers = await Promise.all(
      Array.from({ length: CALLS }, (_, index) => harness.signConsent(page.id, { app: index % 2 === 0 ? harness.app : second.app })),
    );
    expect(distinct(answers).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(harness.consents.signatures()).toBe(signatures + 1);
    expect(await harness.challengesOf('mari')).toBe(challenges + 1);
    expect(await endsOf(page.consentId)).toEqual(['signing.signed']);
    await second.app.close();
  });

  it(`of ${CALLS} confirmations by one sign-in signs once without any phone, over two servers`, async () => {
    const cookie = signInAsRuta();
    const page = await harness.openConsent('ruta', {}, cookie);
    const second = await harness.startServer();
    const [signatures, challenges] = [harness.consents.signatures(), await harness.challengesOf('ruta')];
    const answers = await Promise.all(
      Array.from({ length: CALLS }, (_, index) => harness.signConsent(page.id, { as: cookie, app: index % 2 === 0 ? harness.app : second.app })),
    );
    expect(distinct(answers).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(harness.consents.signatures()).toBe(signatures + 1);
    expect(await harness.challengesOf('ruta')).toBe(challenges);
    expect(await endsOf(page.consentId)).toEqual(['signing.signed']);
    await second.app.close();
  });

  it('of two choices at once signs one of them, never a mixture', async () => {
    const page = await harness.openConsent('mari', OPEN_CHOICE);
    const choices = [[{ iban: IBANS.main }], [{ iban: IBANS.low }]];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => harness.signConsent(page.id, { body: { accounts: choices[index % 2] ?? [] } })),
    );
    const winners = new Set(answers.flatMap(({ status }, index) => (status === 200 ? [index % 2] : [])));
    expect([...winners]).toHaveLength(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(await harness.consents.chosenOf(page.consentId)).toEqual(choices[[...winners][0] ?? 0]?.map(({ iban }) => iban));
  });

  it.each([0, 1, 2, 3, 4, 5])('of signatures, refusals and the provider’s deletion ends exactly once (round %i)', async (round) => {
    const isConfirm = round % 2 === 1;
    const cookie = isConfirm ? signInAsRuta() : 'mari';
    const page = await harness.openConsent(isConfirm ? 'ruta' : 'mari', {}, cookie);
    const signatures = harness.consents.signatures();
    const puts = Array.from({ length: 8 }, () => harness.signConsent(page.id, { as: cookie }));
    // The others come a little later in every round, so that each side wins some.
    await new Promise((resolve) => setTimeout(resolve, round * 50));
    const deletes = Array.from({ length: 4 }, () => harness.refuseConsent(page.id, cookie));
    const deletion = harness.endConsent(page.consentId);
    const [putAnswers, deleteAnswers] = [await Promise.all(puts), await Promise.all(deletes)];
    await deletion;
    const ends = await endsOf(page.consentId);
    expect(ends).toHaveLength(1);
    const isSigned = ends[0] === 'signing.signed';
    expect(new Set(putAnswers.map(({ status }) => status))).toEqual(new Set([isSigned ? 200 : 410]));
    const refusals = isSigned ? [409] : ends[0] === 'signing.refused' ? [200] : [410];
    expect(new Set(deleteAnswers.map(({ status }) => status))).toEqual(new Set(refusals));
    expect(harness.consents.signatures() - signatures).toBe(isSigned ? 1 : 0);
    expect(await harness.consents.statusOf(page.consentId)).toBe(isSigned ? 'valid' : 'rejected');
  });

  it('of two consents of one sign-in confirms one without the phone, whichever is quicker, and asks for the other', async () => {
    const cookie = signInAsRuta();
    const consents = await Promise.all([harness.createConsent('ruta'), harness.createConsent('ruta')]);
    const pages = await Promise.all(consents.map((consent) => harness.enterConsent(consent, cookie)));
    const challenges = await harness.challengesOf('ruta');
    const answers = await Promise.all(pages.map(({ id }) => harness.signConsent(id, { as: cookie })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await harness.challengesOf('ruta')).toBe(challenges + 1);
  });

  it('leaves every session with one end, and an audit log that verifies', async () => {
    const { rows } = await sql`select chain from audit_entry
      where event in ('signing.signed', 'signing.refused', 'signing.expired') group by chain having count(*) > 1`.execute(harness.db);
    expect(rows).toEqual([]);
    expect(await harness.audit.verify(harness.db)).toMatchObject({ ok: true, findings: [] });
  });
});
