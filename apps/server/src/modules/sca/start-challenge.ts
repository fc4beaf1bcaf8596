/** Starts a challenge: method offered and not blocked, content hashed, control code computed, test device told when to answer. */
import { UiRefusal } from '#platform/http/refusal.ts';
import { answersByItself, deviceScenarioOf } from './challenge-state.ts';
import { insertChallenge } from './challenge-store.ts';
import { contentHash } from './content-hash.ts';
import { isBlocked } from './method-block.ts';
import { findMethod } from './methods.ts';
import type { StartChallenge } from './sca.ts';
import type { ScaPlatform } from './settle-challenge.ts';
import { readStartConditions } from './start-conditions-store.ts';
import type { StoredChallenge } from './stored-challenge.ts';

/** Real time. Smart-ID and Mobile-ID both give up after two minutes. */
const CHALLENGE_SECONDS = 120;
/** Smart-ID `displayText200`. */
const DISPLAY_TEXT_LENGTH_MAX = 200;

/** @throws UiRefusal 422 SCA_METHOD_UNKNOWN, SCA_METHOD_BLOCKED. */
export async function startChallenge(platform: ScaPlatform, input: StartChallenge): Promise<StoredChallenge> {
  const { customer, method, purpose, content, deviceKeyHash } = input;
  const offered = findMethod(method);
  if (offered === undefined || !customer.authMethods.includes(method)) {
    throw new UiRefusal(422, 'SCA_METHOD_UNKNOWN', 'This way of confirming is not offered to you. No money was moved. Choose another one.');
  }
  if (content.displayText.length > DISPLAY_TEXT_LENGTH_MAX) {
    throw new RangeError(`The text on the phone has ${content.displayText.length} characters; ${DISPLAY_TEXT_LENGTH_MAX} fit.`);
  }
  const { sandboxId, customerId } = customer;
  const challengeId = platform.random.id('chl');
  const hash = contentHash(content);
  const scenario = deviceScenarioOf(customer.scenario);
  return platform.write(async ({ tx }) => {
    const { now, attempts, isDeviceAutomatic } = await readStartConditions(tx, { sandboxId, customerId, method, deviceKeyHash });
    if (isBlocked(attempts, now)) {
      const text = `${offered.name} is blocked for 15 minutes after five failed attempts. No money was moved. Try again later.`;
      throw new UiRefusal(422, 'SCA_METHOD_BLOCKED', text);
    }
    const canAnswer = platform.config.bank === 'sandbox' && answersByItself(scenario) && isDeviceAutomatic;
    return insertChallenge(
      tx,
      {
        challengeId,
        sandboxId,
        customerId,
        method,
        purpose,
        contentHash: hash,
        controlCode: offered.controlCode(hash),
        customerName: customer.name,
        displayText: content.displayText,
        amount: content.amount,
        payee: content.payee,
        deviceKeyHash,
        scenario,
        auditChain: input.auditChain,
      },
      { expiresInSeconds: CHALLENGE_SECONDS, answersInSeconds: canAnswer ? platform.config.deviceAnswerSeconds : undefined },
    );
  });
}
