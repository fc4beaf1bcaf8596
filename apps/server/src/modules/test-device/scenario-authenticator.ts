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
import { makeDeviceLink } from './device-link.ts';
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

/** Seconds until a device that is asked now answers automatically; undefined: it waits for a person. */
export async function automaticAnswerIn(
  { config, db }: Pick<Platform, 'config' | 'db'>,
  deviceKeyHash: string,
  dueAnswer: ChallengeEvent | undefined,
): Promise<number | undefined> {
  return dueAnswer !== undefined && (await isDeviceAutomatic(db, deviceKeyHash)) ? config.deviceAnswerSeconds : undefined;
}

const BANK_DOWN_RETRY_SECONDS = 60;

export function createScenarioAuthenticator({ config, db, random }: Pick<Platform, 'config' | 'db' | 'random'>): Authenticator {
  const { deviceAnswerSeconds: answersInSeconds } = config;
  const reach: Authenticator['reach'] = async (customer) => {
    if (!(await reachBank(scenarioOf(customer)))) throw new BankUnavailable('So says the scenario of this test customer.', BANK_DOWN_RETRY_SECONDS);
  };
  const answersIn: NonNullable<Authenticator['answersIn']> = (deviceKeyHash, dueAnswer) =>
    automaticAnswerIn({ config, db }, deviceKeyHash, dueAnswer);
  return {
    testDevice: { answersInSeconds },
    offers: () => true,
    reach,
    answersIn,
    deviceLink: (linked) => makeDeviceLink({ publicUrl: config.publicUrl, secret: config.keys.secrets }, linked),
    async begin({ customer, purpose, form, deviceKeyHash }): Promise<BegunAuthentication> {
      await reach(customer);
      const scenario = scenarioOf(customer);
      const played = dueAnswerOf(scenario);
      // A link shows no code that could be another one.
      const dueAnswer = form === 'deviceLink' && played === 'wrongCode' ? 'refuse' : played;
      // A link is answered once it is opened.
      const seconds = form === 'deviceLink' ? undefined : await answersIn(deviceKeyHash, dueAnswer);
      return {
        dueAnswer,
        ...(seconds !== undefined && { answersInSeconds: seconds }),
        ...(scenario === 'sessionExpires' && purpose === 'signing' && { endsSession: true }),
      };
    },
    drawNumber: (content, contentHash) => calculatorNumber(content, contentHash, random.secret()),
    verify: (challenge, response) =>
      equalsConstantTime(response, responseOf(config.keys.secrets, challenge, keyedNumber(challenge.calculatorNumber))),
  };
}
