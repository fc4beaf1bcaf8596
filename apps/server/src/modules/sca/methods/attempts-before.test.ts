/** Migration 0073 in a database with challenges and failures of the version before. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestPlatform, type TestPlatform } from '../../../testing/test-platform.ts';
import { createAudit } from '../../audit/index.ts';
import { createScenarioAuthenticator } from '../../test-device/index.ts';
import { createSca, type Sca, type ScaContent } from '../index.ts';
import { phoneText } from '../phone-text.ts';
import { ageChallenge, customer, DEVICE } from '../testing/sca-harness.ts';

const CONTENT: ScaContent = { canonical: { purpose: 'signIn' }, displayText: phoneText('phone.signIn', { bankName: 'Portico Bank' }) };
const REFUSING = customer('cus_before', { scenario: 'refuses' });
const APPROVING = customer('cus_approves', { nationalIdentityNumber: '38001085718' });

let house: TestPlatform;
let sca: Sca;
const query = async (text: string) => (await house.database.query(text)).rows;
const start = async (who: typeof REFUSING) => {
  const asked = { method: 'SMART_ID', purpose: 'signing', content: CONTENT, locale: 'en', deviceKeyHash: DEVICE, isKnownBrowser: true } as const;
  return (await sca.start({ customer: who, ...asked })).challengeId;
};
/** When its device has answered. */
const ended = async (challengeId: string) => {
  await ageChallenge(house.database, challengeId, 2);
  return (await sca.read(challengeId))?.state;
};

let running: string;
let approved: string;
beforeAll(async () => {
  house = await openTestPlatform({ appendAudit: createAudit({ keyAudit: Buffer.alloc(32, 1) }).append });
  sca = createSca({ platform: house.platform, authenticator: createScenarioAuthenticator(house.platform) });
  [running, approved] = [await start(REFUSING), await start(APPROVING)];
  await query('drop table person_attempt');
  await query('alter table challenge drop column person');
  await query(`insert into method_attempt (sandbox_id, customer_id, method, failures, blocked_until)
    values ('sbx_test', 'cus_before', 'SMART_ID', 5, now() + interval '15 minutes')`);
  const text = await readFile(new URL('../../../../migrations/0073-attempts-of-a-person.sql', import.meta.url), 'utf8');
  for (const statement of text.replaceAll(/--.*$/gm, '').split(';')) if (statement.trim() !== '') await query(statement);
});
afterAll(() => house.database.close());

describe('what the version before left', () => {
  it('are challenges without a person, of which none is lost', async () => {
    expect(await query('select challenge_id, person from challenge order by challenge_id')).toEqual(
      [running, approved].sort().map((challenge_id) => ({ challenge_id, person: null })),
    );
  });

  it('is a running challenge: its approval is used once, its refusal is counted by the customer', async () => {
    expect([await ended(approved), await ended(running)]).toEqual(['approved', 'refused']);
    const use = () => house.platform.write(({ tx }) => sca.consume(tx, approved, sca.contentHash(CONTENT)));
    expect([await use(), await use()]).toEqual([true, false]);
    const counted = await query('select person, failures from person_attempt order by person');
    expect(counted).toContainEqual({ person: 'cus_before', failures: 1 });
  });

  it('is a block that ends with the update: the person has five tries', async () => {
    const states = [];
    for (let failure = 0; failure < 5; failure += 1) states.push(await ended(await start(REFUSING)));
    expect(new Set(states)).toEqual(new Set(['refused']));
    await expect(start(REFUSING)).rejects.toMatchObject({ code: 'SCA_METHOD_BLOCKED' });
    expect(await query(`select failures from method_attempt where customer_id = 'cus_before'`)).toEqual([{ failures: 5 }]);
  });
});
