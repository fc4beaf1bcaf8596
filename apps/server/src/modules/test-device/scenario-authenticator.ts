/**
 * The sandbox's authenticator: each customer's device responds automatically according to the customer's scenario, unless its user has switched
 * that off.
 */
import type { CustomerScenario } from '@portico/contract';
import { equalsConstantTime } from '#platform/crypto/hash.ts';
import type { Platform } from '#platform/platform.ts';
import { BankUnavailable } from '../bank/index.ts';
import { reachBank, scenarioOf } from '../bank-sandbox/index.ts';
import type { Authenticator, BegunAuthentication, ChallengeEvent } from '../sca/index.ts';
import { calculatorNumber, keyedNumber, responseOf } from './calculator.ts';
import { isDeviceAutomatic } from './device-preference-store.ts';

/** The phone's answer in each scenario. Scenarios about the bank or the session approve; `timesOut` never answers. */
const ANSWERS: Readonly<Partial<Record<CustomerScenario, ChallengeEvent | undefined>>> = {
  refuses: 'refuse',
  wrongCode: 'wrongCode',
  timesOut: undefined,
};

export function dueAnswerOf(scenario: CustomerScenario): ChallengeEvent | undefined {
  return scenario in ANSWERS ? ANSWERS[scenario] : 'approve';
}

const BANK_DOWN_RETRY_SECONDS = 60;

export function createScenarioAuthenticator({ config, db, random }: Pick<Platform, 'config' | 'db' | 'random'>): Authenticator {
  const { deviceAnswerSeconds: answersInSeconds } = config;
  const reach: Authenticator['reach'] = async (customer) => {
    if (!(await reachBank(scenarioOf(customer)))) throw new BankUnavailable('So says the scenario of this test customer.', BANK_DOWN_RETRY_SECONDS);
  };
  return {
    testDevice: { answersInSeconds },
    offers: () => true,
    reach,
    async begin({ customer, purpose, deviceKeyHash }): Promise<BegunAuthentication> {
      await reach(customer);
      const scenario = scenarioOf(customer);
      const dueAnswer = dueAnswerOf(scenario);
      const answersByItself = dueAnswer !== undefined && (await isDeviceAutomatic(db, deviceKeyHash));
      return {
        dueAnswer,
        ...(answersByItself && { answersInSeconds }),
        ...(scenario === 'sessionExpires' && purpose === 'signing' && { endsSession: true }),
      };
    },
    drawNumber: (content, contentHash) => calculatorNumber(content, contentHash, random.secret()),
    verify: (challenge, response) =>
      equalsConstantTime(response, responseOf(config.keys.secrets, challenge, keyedNumber(challenge.calculatorNumber))),
  };
}
