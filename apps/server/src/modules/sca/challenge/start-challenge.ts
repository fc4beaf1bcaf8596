/** Starts a challenge: method offered and not blocked, content hashed, control code computed, authenticator told. */

import { bankTime, digestPerson, signatoryNameOf } from '#modules/bank/index.ts';
import { UiRefusal } from '#platform/http/refusal.ts';
import type { ScaDeps } from '../deps.ts';
import { blockedUntil } from '../methods/method-block.ts';
import { METHODS, offersForm } from '../methods/methods.ts';
import { readAttempts } from '../methods/person-attempt-store.ts';
import { PHONE_TEXT_LENGTH_MAX, sayOnPhone } from '../phone-text.ts';
import type { StartChallenge, StartedChallenge } from '../sca.ts';
import { toAsked } from './challenge.ts';
import { type NewChallenge, toNewRow, type WriteChallenge } from './challenge-store.ts';
import { contentHash } from './content-hash.ts';

/** Real time. Smart-ID and Mobile-ID both give up after two minutes. */
const CHALLENGE_SECONDS = 120;
/** On a page of the bank. Less than an approval lasts, so that one of the last second can still be used. */
export const BANK_PAGE_SECONDS = 240;

/** Undefined: it was not written, and not because of a block. @throws UiRefusal 422 SCA_METHOD_UNKNOWN, SCA_METHOD_BLOCKED; BankUnavailable. */
export async function startChallenge(
  { platform, authenticator }: ScaDeps,
  input: StartChallenge,
  write: WriteChallenge,
): Promise<StartedChallenge | undefined> {
  const { customer, method, purpose, content, locale, deviceKeyHash, isKnownBrowser, auditChain, provider, redirect } = input;
  const own = authenticator.ownMethods?.find((each) => each.method === method);
  const form = own === undefined ? (input.form ?? 'notification') : own.approach === 'redirect' ? 'redirect' : 'notification';
  const lastsSeconds = redirect?.secondsLeft ?? (form === 'redirect' ? BANK_PAGE_SECONDS : CHALLENGE_SECONDS);
  if (!authenticator.offers(method) || !customer.authMethods.includes(method) || !offersForm(authenticator, method, form)) {
    throw new UiRefusal(422, 'SCA_METHOD_UNKNOWN', 'This way of confirming is not offered to you. No money was moved. Choose another one.');
  }
  const displayText = sayOnPhone(content.displayText, locale);
  if (displayText.length > PHONE_TEXT_LENGTH_MAX) {
    throw new RangeError(`The text on the phone has ${displayText.length} characters; ${PHONE_TEXT_LENGTH_MAX} fit.`);
  }
  const { sandboxId, customerId } = customer;
  const hash = contentHash(content);
  const { controlCode, hasResponse, identity } = METHODS[method];
  const { dueAnswer, answersInSeconds, endsSession } = (await authenticator.begin?.({ customer, purpose, form, deviceKeyHash })) ?? {};
  const challenge: NewChallenge = {
    challengeId: redirect?.challengeId ?? platform.random.id('chl'),
    sandboxId,
    customerId,
    person: digestPerson(platform.config.keys, customer),
    method,
    purpose,
    contentHash: hash,
    controlCode: form === 'redirect' ? undefined : controlCode?.(hash),
    calculatorNumber: hasResponse === true && own === undefined ? authenticator.drawNumber?.(content, hash) : undefined,
    link: form === 'deviceLink' ? { openedByHash: undefined, elapsedSeconds: 0 } : undefined,
    redirect: form === 'redirect' ? { isReturned: redirect !== undefined } : undefined,
    locale,
    provider,
    identity: identity(customer),
    customerName: customer.name,
    signatoryName: signatoryNameOf(customer),
    displayText,
    amount: content.amount,
    payee: typeof content.payee === 'object' ? sayOnPhone(content.payee, locale) : content.payee,
    deviceKeyHash,
    isKnownBrowser,
    dueAnswer,
    auditChain,
    lastsSeconds,
    begunInSeconds: redirect === undefined ? 0 : redirect.secondsLeft - BANK_PAGE_SECONDS,
    answersInSeconds,
  };
  if (await write(toNewRow(challenge))) {
    // Stored, so that a notification can replace the link; until then there is nothing to compare.
    const shownCode = form === 'deviceLink' ? undefined : challenge.controlCode;
    return { ...toAsked({ ...challenge, controlCode: shownCode, state: 'started' }), secondsLeft: lastsSeconds, endsSession };
  }
  await refuseBlocked(platform, input);
  return undefined;
}

async function refuseBlocked({ db, config }: ScaDeps['platform'], input: StartChallenge): Promise<void> {
  const { customer, method, isKnownBrowser } = input;
  const { sandboxId } = customer;
  const counted = await readAttempts(db, { sandboxId, person: digestPerson(config.keys, customer), method, isKnownBrowser });
  if (counted === undefined) return;
  const until = blockedUntil(counted.attempts, counted.now);
  if (until !== undefined) throw methodBlocked(METHODS[method].name, input, { until, now: counted.now });
}

/** Until when, at the bank's counter and in minutes, and what can be done meanwhile. */
function methodBlocked(name: string, { customer, purpose }: StartChallenge, { until, now }: { until: Date; now: Date }): UiRefusal {
  const seconds = Math.ceil((until.getTime() - now.getTime()) / 1000);
  const minutes = Math.ceil(seconds / 60);
  const what = `${name} is blocked until ${bankTime(until, customer.country)} (${minutes} min) after five failed attempts in a row. No money was moved.`;
  const next = purpose === 'signIn' ? 'Choose another method, or try again then.' : 'Try again then, or use another method.';
  return new UiRefusal(422, 'SCA_METHOD_BLOCKED', `${what} ${next}`, { headers: { 'retry-after': String(seconds) } });
}
