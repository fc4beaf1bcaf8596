import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { SIGNING_STATES, type SigningState } from '../session/signing-state.ts';
import { createAttempts } from '../testing/signing-attempts.ts';
import { openSigningHarness, type SigningHarness } from '../testing/signing-harness.ts';
import type { Attempt } from './attempt.ts';
import { refuseEnded } from './checks.ts';

const ENDED: readonly SigningState[] = ['refused', 'expired'];
let harness: SigningHarness;
let attempt: Attempt<unknown>;

beforeAll(async () => {
  harness = await openSigningHarness(await openTestDatabase());
  attempt = await createAttempts(harness).attemptOn(await harness.openPage());
});
afterAll(() => harness.close());

const check = (state: SigningState) => refuseEnded(harness.signing.engine, { ...attempt, session: { ...attempt.session, state } });

describe('a PUT', () => {
  it.each(ENDED)('to a session that is %s is refused, with the way back', (state) =>
    expect(check(state)).rejects.toMatchObject({
      status: 410,
      code: 'SIGNING_TERMINATED',
      options: { extra: { tppFailureUrl: 'https://shop.example/failed?order=7' } },
    }),
  );

  it.each(SIGNING_STATES.filter((state) => !ENDED.includes(state)))('to a session that is %s goes on to the next check', (state) =>
    expect(check(state)).resolves.toEqual({ next: 'goOn' }),
  );
});
