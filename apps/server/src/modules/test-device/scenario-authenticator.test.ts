import { CUSTOMER_SCENARIOS, DEVICE_SCENARIOS } from '@portico/contract/values';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenedDatabase } from '#platform/db/open-database.ts';
import { openTestPlatform, type TestPlatform } from '../../testing/test-platform.ts';
import { BankUnavailable } from '../bank/index.ts';
import type { SandboxCustomer } from '../bank-sandbox/index.ts';
import { customer } from '../sca/testing/sca-harness.ts';
import { writeDevicePreference } from './device-preference-store.ts';
import { createScenarioAuthenticator, dueAnswerOf } from './scenario-authenticator.ts';

let opened: TestPlatform;
let database: OpenedDatabase;
beforeAll(async () => {
  opened = await openTestPlatform({ appendAudit: async () => {} });
  ({ database } = opened);
});
afterAll(() => database.close());

const DEVICE = 'e'.repeat(64);
const begin = (
  scenario: SandboxCustomer['scenario'],
  { purpose = 'signing', deviceKeyHash = DEVICE }: { purpose?: 'signIn' | 'signing'; deviceKeyHash?: string } = {},
) => createScenarioAuthenticator(opened.platform).begin?.({ customer: customer('cus_begun', { scenario }), purpose, deviceKeyHash });

describe('the phone of a scenario', () => {
  it('plays its own part, and approves where the scenario is about the bank or the session', () => {
    expect(Object.fromEntries(DEVICE_SCENARIOS.map((scenario) => [scenario, dueAnswerOf(scenario)]))).toEqual({
      approves: 'approve',
      refuses: 'refuse',
      wrongCode: 'wrongCode',
      timesOut: undefined,
    });
    const others = CUSTOMER_SCENARIOS.filter((scenario) => !DEVICE_SCENARIOS.some((own) => own === scenario));
    expect(new Set(others.map(dueAnswerOf))).toEqual(new Set(['approve']));
  });
});

describe('what begins', () => {
  const { deviceAnswerSeconds: answersInSeconds } = { deviceAnswerSeconds: expect.any(Number) };

  it('is answered after a moment', async () => {
    expect(await begin('approves')).toEqual({ dueAnswer: 'approve', answersInSeconds });
    expect(await begin('refuses')).toEqual({ dueAnswer: 'refuse', answersInSeconds });
  });

  it('waits for a person whose device does not answer by itself, and can be told to later', async () => {
    const deviceKeyHash = 'f'.repeat(64);
    await opened.platform.write(({ tx }) => writeDevicePreference(tx, deviceKeyHash, false));
    expect(await begin('approves', { deviceKeyHash })).toEqual({ dueAnswer: 'approve' });
  });

  it('has no automatic answer with the scenario timesOut', async () => {
    expect(await begin('timesOut')).toEqual({ dueAnswer: undefined });
  });

  it('ends the session that would sign, and no session that signs in', async () => {
    expect(await begin('sessionExpires')).toMatchObject({ endsSession: true });
    expect(await begin('sessionExpires', { purpose: 'signIn' })).not.toHaveProperty('endsSession');
  });

  it('is refused while the bank is down, and so is the use of an earlier authentication', async () => {
    await expect(begin('bankDown')).rejects.toThrow(BankUnavailable);
    const { reach } = createScenarioAuthenticator(opened.platform);
    await expect(reach?.(customer('cus_begun', { scenario: 'bankDown' }))).rejects.toThrow(BankUnavailable);
    await expect(reach?.(customer('cus_begun', { scenario: 'refuses' }))).resolves.toBeUndefined();
  });

  it('approves of a customer whom another bank answered: nothing is played', async () => {
    const { scenario: _played, userName: _also, ...plain } = customer('cus_plain', { scenario: 'refuses' });
    const begun = await createScenarioAuthenticator(opened.platform).begin?.({ customer: plain, purpose: 'signing', deviceKeyHash: DEVICE });
    expect(begun).toEqual({ dueAnswer: 'approve', answersInSeconds });
  });
});
