import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { createAttempts } from '../testing/signing-attempts.ts';
import { openSigningHarness, type SigningHarness } from '../testing/signing-harness.ts';
import { recordSignature } from './record-signature.ts';

const NOW = new Date('2026-11-22T10:00:00.000Z');
const DEVICE = 'Mari Maasikas';

let harness: SigningHarness;
beforeAll(async () => {
  harness = await openSigningHarness(await openTestDatabase());
});
afterAll(() => harness.close());

/** What the audit log is given of a signature, and the session afterwards. */
async function record(signatoryName = DEVICE) {
  const attempts = createAttempts(harness);
  const page = await attempts.openSigningPage();
  const session = await attempts.read(page);
  const thing = await page.attempt.examine();
  if (thing === undefined) throw new Error('There is nothing to sign.');
  const audited: unknown[] = [];
  const answer = await attempts.engine.platform.write((context) => {
    const audit: typeof context.audit = async (entry) => {
      // The payment's own rows stand beside it.
      if (entry.event === 'signing.signed') audited.push(entry);
    };
    const signature = {
      thing,
      approval: { challengeId: page.challengeId },
      customerName: DEVICE,
      signatoryName,
      method: 'SMART_ID',
      now: NOW,
    } as const;
    return recordSignature({ ...context, audit }, page.attempt, session, signature);
  });
  return { answer, audited, session, thing, page, after: await attempts.read(page) };
}

describe('a signature that is recorded', () => {
  it('ends the session with the response and the time of the approval', async () => {
    const { answer, after } = await record();
    expect(after).toMatchObject({ state: 'signed', answer, signedAt: NOW });
  });
  it('records content, submission, response, signatory, method and context in the audit log', async () => {
    const { answer, audited, session, thing, page } = await record();
    const { authorisationId, sandboxId, tppName, tppApplicationName, bankCountry, locale } = session;
    expect(audited).toEqual([
      {
        chain: `signing:${authorisationId}`,
        sandboxId,
        event: 'signing.signed',
        ids: expect.objectContaining({ challengeId: page.challengeId }),
        content: {
          signed: thing.content.canonical,
          submission: page.attempt.submission,
          answer,
          signature: { signatory: DEVICE, method: 'SMART_ID', tppName, tppApplicationName, bankCountry, locale, signedAt: NOW.toISOString() },
        },
      },
    ]);
  });
  it('records the company with the person who signs for it', async () => {
    const { audited } = await record('Jaan Tamm');
    expect(audited).toMatchObject([{ content: { signature: { signatory: 'Jaan Tamm', onBehalfOf: DEVICE } } }]);
  });
  it('records no company for customers who sign for themselves', async () => {
    const { audited } = await record(DEVICE);
    expect(audited).toMatchObject([{ content: { signature: expect.not.objectContaining({ onBehalfOf: expect.anything() }) } }]);
  });
});
