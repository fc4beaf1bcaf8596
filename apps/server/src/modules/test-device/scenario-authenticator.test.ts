import type { ChallengeForm } from '@portico/contract';
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
  {
    purpose = 'signing',
    form = 'notification',
    deviceKeyHash = DEVICE,
  }: { purpose?: 'signIn' | 'signing'; form?: ChallengeForm; deviceKeyHash?: string } = {},
) => createScenarioAuthenticator(opened.platform).begin?.({ customer: customer('cus_begun', { scenario }), purpose, form, deviceKeyHash });

describe('the phone of a scenario', () => {
  it('answers according to the scenario, and approves in scenarios of the bank or the session', () => {
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

describe('a challenge that begins', () => {
  const { deviceAnswerSeconds: answersInSeconds } = { deviceAnswerSeconds: expect.any(Number) };

  it('is answered after the configured time', async () => {
    expect(await begin('approves')).toEqual({ dueAnswer: 'approve', answersInSeconds });
    expect(await begin('refuses')).toEqual({ dueAnswer: 'refuse', answersInSeconds });
  });

  it('has an answer without a time when automatic answers are off', async () => {
    const deviceKeyHash = 'f'.repeat(64);
    await opened.platform.write(({ tx }) => writeDevicePreference(tx, deviceKeyHash, false));
    expect(await begin('approves', { deviceKeyHash })).toEqual({ dueAnswer: 'approve' });
  });

  it('that has a link is answered once it is opened; with nothing to compare, another code is a refusal', async () => {
    expect(await begin('approves', { form: 'deviceLink' })).toEqual({ dueAnswer: 'approve' });
    expect(await begin('wrongCode', { form: 'deviceLink' })).toEqual({ dueAnswer: 'refuse' });
  });

  it('has no automatic answer with the scenario timesOut', async () => {
    expect(await begin('timesOut')).toEqual({ dueAnswer: undefined });
  });

  it('ends a signing session, but no sign-in, in the scenario sessionExpires', async () => {
    expect(await begin('sessionExpires')).toMatchObject({ endsSession: true });
    expect(await begin('sessionExpires', { purpose: 'signIn' })).not.toHaveProperty('endsSession');
  });

  it('is refused while the bank is down, and so is the use of an earlier authentication', async () => {
    await expect(begin('bankDown')).rejects.toThrow(BankUnavailable);
    const { reach } = createScenarioAuthenticator(opened.platform);
    await expect(reach?.(customer('cus_begun', { scenario: 'bankDown' }))).rejects.toThrow(BankUnavailable);
    await expect(reach?.(customer('cus_begun', { scenario: 'refuses' }))).resolves.toBeUndefined();
  });

  it('approves for a customer of another bank, without a scenario', async () => {
    const { scenario: _played, userName: _also, ...plain } = customer('cus_plain', { scenario: 'refuses' });
    const begun = await createScenarioAuthenticator(opened.platform).begin?.({
      customer: plain,
      purpose: 'signing',
      form: 'notification',
      deviceKeyHash: DEVICE,
    });
    expect(begun).toEqual({ dueAnswer: 'approve', answersInSeconds });
  });
});
