/** What was read is decided upon later: between the two, anything may have happened in another tab or process. */
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestPlatform, type TestPlatform } from '../../testing/test-platform.ts';
import { createAudit } from '../audit/index.ts';
import { cancelSignIn } from './cancel-sign-in.ts';
import { type CompletedSignIn, completeSignIn } from './complete-sign-in.ts';
import { claimRequest, findOpenRequest, renewRequest } from './open-request-store.ts';
import { findSignIn, type StoredSignIn } from './sign-in-store.ts';
import { startAuthentication } from './start-authentication.ts';
import { Browser, CODES, registerSignInHarness } from './testing/sign-in-harness.ts';

const UNKNOWN = { status: 410, code: 'SIGN_IN_UNKNOWN' };
const DEVICE = { deviceKeyHash: 'd'.repeat(64) };
const MARI = { method: 'SMART_ID', nationalIdentityNumber: CODES.mari, ...DEVICE, ip: '127.0.0.1' } as const;
const COMPLETION = { ...DEVICE, earlierSessionHash: undefined, roleId: undefined };

type Claim = Parameters<typeof claimRequest>[1];

let house: TestPlatform;
let app: FastifyInstance;
let door: ReturnType<typeof registerSignInHarness>;
beforeAll(async () => {
  house = await openTestPlatform({ appendAudit: createAudit({ keyAudit: Buffer.alloc(32, 1) }).append, config: { deviceAnswerSeconds: 0 } });
  app = await house.openApp();
  door = registerSignInHarness(app, house);
});
afterAll(async () => {
  await app.close();
  await house.database.close();
});

async function read(signInId: string): Promise<StoredSignIn> {
  const signIn = await findSignIn(house.platform.db, signInId);
  if (signIn === undefined) throw new Error('The sign-in was never opened.');
  return signIn;
}

async function opened(): Promise<StoredSignIn> {
  const path = await new Browser(app, house.ownPage).open();
  return read(path.split('/').at(-1) ?? '');
}

/** Approved on the phone, not yet completed. */
async function approved(): Promise<StoredSignIn> {
  const { signInId } = await opened();
  await startAuthentication(door.deps, await read(signInId), MARI);
  return read(signInId);
}

async function complete(signIn: StoredSignIn): Promise<CompletedSignIn> {
  const completed = await completeSignIn(door.deps, signIn, COMPLETION);
  if ('roles' in completed) throw new Error('The person has one role.');
  return completed;
}

const expire = ({ signInId }: StoredSignIn) => house.database.query('update sign_in set expires_at = now() where sign_in_id = $1', [signInId]);
const sessionsOf = async ({ signInId }: StoredSignIn) =>
  (await house.database.query('select 1 from bank_session where sign_in_id = $1', [signInId])).rows.length;

describe('a completion that was decided on an old reading', () => {
  it('begins one session out of ten', async () => {
    const signIn = await approved();
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => complete(signIn)));
    expect(outcomes.filter(({ sessionSecret }) => sessionSecret !== undefined)).toHaveLength(1);
    expect(await sessionsOf(signIn)).toBe(1);
  });

  it('fails when the customer has left meanwhile', async () => {
    const signIn = await approved();
    await cancelSignIn(door.deps, signIn);
    await expect(complete(signIn)).rejects.toMatchObject(UNKNOWN);
    expect(await sessionsOf(signIn)).toBe(0);
  });

  it('fails when the time ran out meanwhile', async () => {
    const signIn = await approved();
    await expire(signIn);
    await expect(complete(signIn)).rejects.toMatchObject(UNKNOWN);
    expect(await sessionsOf(signIn)).toBe(0);
  });

  it('fails when another customer is being asked meanwhile', async () => {
    const signIn = await approved();
    await startAuthentication(door.deps, signIn, { ...MARI, nationalIdentityNumber: CODES.timesOut });
    await expect(complete(signIn)).rejects.toMatchObject(UNKNOWN);
    expect(await sessionsOf(signIn)).toBe(0);
  });
});

describe('an authentication that was decided on an old reading', () => {
  it.each([
    ['the customer has left', (signIn: StoredSignIn) => cancelSignIn(door.deps, signIn)],
    ['the time ran out', expire],
  ])('fails when %s meanwhile, and its challenge ends', async (_what, happen) => {
    const signIn = await opened();
    await happen(signIn);
    const timesOut = { ...MARI, nationalIdentityNumber: CODES.timesOut };
    await expect(startAuthentication(door.deps, signIn, timesOut)).rejects.toMatchObject(UNKNOWN);
    const { rows } = await house.database.query(`select 1 from challenge where audit_chain = $1 and state = 'started'`, [
      `sign-in:${signIn.signInId}`,
    ]);
    expect(rows).toEqual([]);
  });

  it('joins the challenge of a faster tab and leaves no second one on the phone', async () => {
    const signIn = await opened();
    const timesOut = { ...MARI, nationalIdentityNumber: CODES.timesOut };
    const started = await Promise.all([1, 2, 3].map(() => startAuthentication(door.deps, signIn, timesOut)));
    expect(new Set(started.map(({ challengeId }) => challengeId)).size).toBe(1);
    const { rows } = await house.database.query(`select state from challenge where audit_chain = $1 and state = 'started'`, [
      `sign-in:${signIn.signInId}`,
    ]);
    expect(rows).toHaveLength(1);
  });
});

describe('a browser whose place another browser takes', () => {
  it.each([
    ['a customer', CODES.refuses],
    ['an unknown person', '49001010012'],
  ])('before it asked the device of %s asks nothing', async (_whose, nationalIdentityNumber) => {
    const asked = { ...MARI, nationalIdentityNumber };
    const first = await opened();
    // It was refused: the request is over until the browser asks again.
    await startAuthentication(door.deps, first, asked);
    const [again, other] = [await read(first.signInId), await opened()];
    const [deps, overtaken] = [{ ...door.deps, platform: { ...door.deps.platform } }, { isDue: true }];
    const overtake = async () => {
      if (!overtaken.isDue) return;
      overtaken.isDue = false;
      await startAuthentication(door.deps, other, { ...asked, deviceKeyHash: 'e'.repeat(64) });
    };
    const { write } = door.deps.platform;
    deps.platform.write = async (work) => {
      await overtake();
      return write(work);
    };
    await expect(startAuthentication(deps, again, asked)).rejects.toMatchObject({ status: 429, code: 'RATE_LIMITED' });
    expect(await read(first.signInId)).toMatchObject({ authentication: again.authentication, decoy: again.decoy });
    const shown = await read(other.signInId);
    expect(shown.authentication ?? shown.decoy).toBeDefined();
  });
});

describe('a request that was read before its browser asked the device', () => {
  it('cannot be replaced by what was read then, only by what is read now', async () => {
    const { db, write } = door.deps.platform;
    const place = { identityDigest: 'f'.repeat(64), seconds: 60 };
    const [first, other] = ['d', 'e'].map((letter) => ({ ...place, signInId: `sgn_${letter}`, deviceKeyHash: letter.repeat(64) })) as [Claim, Claim];
    expect(await claimRequest(db, first, undefined)).toBe(true);
    const before = await findOpenRequest(db, place.identityDigest);
    expect(await write(({ tx }) => renewRequest(tx, first))).toBe(true);
    expect(await claimRequest(db, other, before)).toBe(false);
    expect(await claimRequest(db, other, undefined)).toBe(false);
    expect(await write(({ tx }) => renewRequest(tx, other))).toBe(false);
    expect(await claimRequest(db, first, before)).toBe(true);
    expect(await claimRequest(db, other, await findOpenRequest(db, place.identityDigest))).toBe(true);
    expect(await write(({ tx }) => renewRequest(tx, first))).toBe(false);
  });
});

describe('leaving that was decided on an old reading', () => {
  it('is the same leaving ten times over', async () => {
    const signIn = await approved();
    await Promise.all(Array.from({ length: 10 }, () => cancelSignIn(door.deps, signIn)));
    expect(await read(signIn.signInId)).toMatchObject({ state: 'cancelled' });
  });

  it('leaves when the time ran out meanwhile', async () => {
    const signIn = await approved();
    await expire(signIn);
    await expect(cancelSignIn(door.deps, signIn)).resolves.toBeUndefined();
  });

  it('leaves, and ends the challenge that was started meanwhile', async () => {
    const signIn = await opened();
    const { challengeId = '' } = await startAuthentication(door.deps, signIn, { ...MARI, nationalIdentityNumber: CODES.timesOut });
    await cancelSignIn(door.deps, signIn);
    expect(await read(signIn.signInId)).toMatchObject({ state: 'cancelled' });
    expect(await door.sca.read(challengeId)).toMatchObject({ state: 'timedOut' });
  });

  it('fails when the customer is signed in meanwhile', async () => {
    const signIn = await approved();
    await complete(signIn);
    await expect(cancelSignIn(door.deps, signIn)).rejects.toMatchObject(UNKNOWN);
    expect(await sessionsOf(signIn)).toBe(1);
  });
});
