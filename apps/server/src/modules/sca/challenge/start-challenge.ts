/** Starts a challenge: method offered and not blocked, content hashed, control code computed, test device told when to answer. */

import { bankTime, signatoryNameOf } from '#modules/bank/index.ts';
import { UiRefusal } from '#platform/http/refusal.ts';
import { calculatorNumber } from '../device/calculator.ts';
import { blockedUntil } from '../methods/method-block.ts';
import { findMethod } from '../methods/methods.ts';
import { readStartConditions } from '../methods/start-conditions-store.ts';
import { PHONE_TEXT_LENGTH_MAX, sayOnPhone } from '../phone-text.ts';
import type { StartChallenge } from '../sca.ts';
import type { StoredChallenge } from './challenge.ts';
import { answersByItself, deviceScenarioOf } from './challenge-state.ts';
import { insertChallenge } from './challenge-store.ts';
import type { ScaPlatform } from './conclude-challenge.ts';
import { contentHash } from './content-hash.ts';

/** Real time. Smart-ID and Mobile-ID both give up after two minutes. */
const CHALLENGE_SECONDS = 120;

/** @throws UiRefusal 422 SCA_METHOD_UNKNOWN, SCA_METHOD_BLOCKED. */
export async function startChallenge(platform: ScaPlatform, input: StartChallenge): Promise<StoredChallenge> {
  const { customer, method, purpose, content, locale, deviceKeyHash, isKnownBrowser } = input;
  const offered = findMethod(method, platform.config);
  if (offered === undefined || !customer.authMethods.includes(method)) {
    throw new UiRefusal(422, 'SCA_METHOD_UNKNOWN', 'This way of confirming is not offered to you. No money was moved. Choose another one.');
  }
  const displayText = sayOnPhone(content.displayText, locale);
  if (displayText.length > PHONE_TEXT_LENGTH_MAX) {
    throw new RangeError(`The text on the phone has ${displayText.length} characters; ${PHONE_TEXT_LENGTH_MAX} fit.`);
  }
  const { sandboxId, customerId } = customer;
  const challengeId = platform.random.id('chl');
  const hash = contentHash(content);
  const scenario = deviceScenarioOf(customer.scenario);
  return platform.write(async ({ tx }) => {
    const { now, tenantNow, attempts, isDeviceAutomatic } = await readStartConditions(tx, {
      sandboxId,
      customerId,
      method,
      deviceKeyHash,
      isKnownBrowser,
    });
    const until = blockedUntil(attempts, tenantNow);
    if (until !== undefined) throw methodBlocked(offered.name, input, { until, now: tenantNow });
    const canAnswer = platform.config.bank === 'sandbox' && answersByItself(scenario) && isDeviceAutomatic;
    const challenge: StoredChallenge = {
      challengeId,
      sandboxId,
      customerId,
      method,
      purpose,
      contentHash: hash,
      controlCode: offered.controlCode?.(hash),
      calculatorNumber: offered.hasResponse === true ? calculatorNumber(content, hash, platform.random.secret()) : undefined,
      identity: offered.identity(customer),
      state: 'started',
      customerName: customer.name,
      signatoryName: signatoryNameOf(customer),
      displayText,
      amount: content.amount,
      payee: typeof content.payee === 'object' ? sayOnPhone(content.payee, locale) : content.payee,
      deviceKeyHash,
      isKnownBrowser,
      scenario,
      auditChain: input.auditChain,
      createdAt: now,
      expiresAt: secondsAfter(now, CHALLENGE_SECONDS),
      answersAt: canAnswer ? secondsAfter(now, platform.config.deviceAnswerSeconds) : undefined,
      now,
    };
    await insertChallenge(tx, challenge);
    return challenge;
  });
}

function secondsAfter(time: Date, seconds: number): Date {
  return new Date(time.getTime() + seconds * 1000);
}

/** Until when, at the bank's counter and in minutes, and what can be done meanwhile. */
function methodBlocked(name: string, { customer, purpose }: StartChallenge, { until, now }: { until: Date; now: Date }): UiRefusal {
  const seconds = Math.ceil((until.getTime() - now.getTime()) / 1000);
  const minutes = Math.ceil(seconds / 60);
  const what = `${name} is blocked until ${bankTime(until, customer.country)} (${minutes} min) after five failed attempts in a row. No money was moved.`;
  const next = purpose === 'signIn' ? 'Choose another method, or try again then.' : 'Try again then, or go back and sign in with another method.';
  return new UiRefusal(422, 'SCA_METHOD_BLOCKED', `${what} ${next}`, { headers: { 'retry-after': String(seconds) } });
}
