/** Which earlier access a signature ends: named before the signature and after it, for the consent that ended it and for no other. */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createAudit } from '#modules/audit/index.ts';
import { bankDay, msUntilBankDay } from '../../../testing/bank-day.ts';
import { openTestPlatform } from '../../../testing/test-platform.ts';
import { type ConsentsHarness, openConsentsHarness } from '../testing/consents-harness.ts';

let house: ConsentsHarness;
beforeAll(async () => {
  house = await openConsentsHarness(await openTestPlatform({ appendAudit: createAudit({ keyAudit: Buffer.alloc(32, 1) }).append }));
});
afterAll(() => house.close());

afterEach(async () => {
  for (const { customerId } of [house.liis, house.mart])
    await house.write((context) => house.consents.endOpen(context, { sandboxId: house.sandboxId, customerId }));
  await house.moveClock(0);
});

const NOW = new Date();
/** The bank's calendar date, which stays the same one where midnight passes during a test. */
const day = (days: number) => bankDay(days, NOW);
const ownerOf = () => ({ sandboxId: house.sandboxId, customerId: house.liis.customerId });
const detailsOf = (consentId: string) => house.consents.details(house.db, house.sandboxId, consentId);
const replacesOf = async (consentId: string) => (await detailsOf(consentId))?.replacesAccessOf;
const replacedOf = async (consentId: string) => (await detailsOf(consentId))?.replacedAccessOf;
let visits = 0;
/** Each time a second later: of an earlier version, an access is known by the instant at which another one ended it. */
const goTo = (days: number) => {
  visits += 1;
  return house.moveClock((msUntilBankDay(days, NOW) - (Date.now() - NOW.getTime())) / 1000 + visits);
};

async function givenOn(days: number, body?: object): Promise<string> {
  await goTo(days);
  return house.createValid(body);
}

describe('the access that a signature ends', () => {
  it('is named until the signature, and as ended from the signature on', async () => {
    const first = await givenOn(0);
    await goTo(10);
    const second = await house.create();
    expect([await replacesOf(second), await replacedOf(second)]).toEqual([day(0), undefined]);
    expect(await house.sign(second)).toMatchObject({ replacedAccessOf: day(0) });
    expect([await replacesOf(second), await replacedOf(second)]).toEqual([undefined, day(0)]);
    expect(await replacedOf(first)).toBeUndefined();
  });

  it('is the latest one where several were given one after the other', async () => {
    const [first, second, third] = [await givenOn(0), await givenOn(10), await givenOn(20)];
    expect(await Promise.all([first, second, third].map(replacedOf))).toEqual([undefined, day(0), day(10)]);
  });

  it('is what the signature ended, not what was valid when the page opened', async () => {
    await givenOn(0);
    const slow = await house.create();
    expect(await replacesOf(slow)).toBe(day(0));
    await givenOn(10);
    await goTo(11);
    expect(await house.sign(slow)).toMatchObject({ replacedAccessOf: day(10) });
    expect(await replacedOf(slow)).toBe(day(10));
  });

  it('stays the same after the customer withdrew the newer one', async () => {
    await givenOn(0);
    const newer = await givenOn(10);
    const owner = ownerOf();
    expect(await house.write((context) => house.consents.past.revoke(context, owner, newer, owner.customerId))).toBe(true);
    expect(await replacedOf(newer)).toBe(day(0));
  });
});

describe('the access that a signature ended is found', () => {
  /** Two signatures at one instant: the first of them ends the older access, and the customer withdraws the first one before the second. */
  async function signTwoAtOnce(): Promise<readonly [first: string, second: string]> {
    await givenOn(0);
    await goTo(10);
    const pair = [await house.create(), await house.create()] as const;
    const owner = ownerOf();
    await house.write(async (context) => {
      await house.consents.sign(context, { ...owner, consentId: pair[0], ibans: undefined });
      await house.consents.past.revoke(context, owner, pair[0], owner.customerId);
      await house.consents.sign(context, { ...owner, consentId: pair[1], ibans: undefined });
    });
    expect((await detailsOf(pair[0]))?.signedAt).toBe((await detailsOf(pair[1]))?.signedAt);
    return pair;
  }

  it('for the consent that ended it, not for one signed at the same instant', async () => {
    expect(await Promise.all((await signTwoAtOnce()).map(replacedOf))).toEqual([day(0), undefined]);
  });

  it('by its instant when an earlier version stored no successor', async () => {
    const [first, second] = [await givenOn(0), await givenOn(10)];
    await sql`update consent set replaced_by = null where consent_id = ${first}`.execute(house.db);
    expect(await replacedOf(second)).toBe(day(0));
  });
});

describe('no access is named', () => {
  it.each<[string, (older: string) => Promise<unknown>, string]>([
    [
      'that the customer withdrew before',
      (older) => house.write((context) => house.consents.past.revoke(context, ownerOf(), older, house.liis.customerId)),
      'revokedByPsu',
    ],
    ['that the application deleted before', (older) => house.call('DELETE', `/consents/${older}`), 'terminatedByTpp'],
    ['that expired before', () => goTo(300), 'expired'],
  ])('%s', async (_what, end, status) => {
    const older = await givenOn(0);
    await end(older);
    expect(await house.statusOf(older)).toBe(status);
    const newer = await house.create();
    expect(await replacesOf(newer)).toBeUndefined();
    expect(await house.sign(newer)).not.toHaveProperty('replacedAccessOf');
    expect(await replacedOf(newer)).toBeUndefined();
  });

  it('that was for one reading, or by a consent for one reading', async () => {
    const once = { recurringIndicator: false, frequencyPerDay: 1 };
    await givenOn(0, house.requestOf(once));
    const recurring = await givenOn(10);
    const oneOff = await givenOn(20, house.requestOf(once));
    expect(await Promise.all([recurring, oneOff].map(replacedOf))).toEqual([undefined, undefined]);
  });

  it('of another application, although both were given at the same moment', async () => {
    await goTo(0);
    const foreign = await house.create(undefined, 'otherApp');
    await house.sign(foreign);
    const foreignNewer = await house.create(undefined, 'otherApp');
    await goTo(10);
    const mine = await house.create();
    expect(await replacesOf(mine)).toBeUndefined();
    const signedAt = await house.write(async (context) => {
      for (const consentId of [foreignNewer, mine]) await house.consents.sign(context, { ...ownerOf(), consentId, ibans: undefined });
      return house.clock.now(context.tx, house.sandboxId);
    });
    expect([(await detailsOf(mine))?.signedAt, (await detailsOf(foreignNewer))?.signedAt]).toEqual([signedAt.toISOString(), signedAt.toISOString()]);
    expect([await replacedOf(foreignNewer), await replacedOf(mine)]).toEqual([day(0), undefined]);
  });
});
