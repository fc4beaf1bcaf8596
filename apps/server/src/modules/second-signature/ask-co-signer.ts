/** The co-signer's device is asked for exactly this payment. Asking again while it still waits joins the running challenge. */
import type { AuthMethod, ChallengeForm, Locale } from '@portico/contract';
import { inWordsOf } from '#modules/bank/index.ts';
import type { Challenge } from '#modules/sca/index.ts';
import { type Asked, beginAsked, findAsked } from './asked-store.ts';
import { askedFor, type CoSigner, findOwn, requireOpen } from './co-signer.ts';
import type { SecondSignatureDeps } from './deps.ts';
import { examineForCoSigner } from './examine.ts';
import { bankDown, nothingAsked } from './refusals.ts';

export interface AskDevice {
  readonly locale: Locale;
  /** Absent: the method of the sign-in. */
  readonly method?: AuthMethod | undefined;
  /** Absent: the device is notified. */
  readonly form?: ChallengeForm | undefined;
}

/** @throws UiRefusal 404, 409 as `co-signer.ts` and the checks of a signature say; 422 SCA_METHOD_UNKNOWN, SCA_METHOD_BLOCKED; 503. */
export async function askDevice(
  deps: SecondSignatureDeps,
  coSigner: CoSigner,
  paymentId: string,
  { locale, method, form }: AskDevice,
): Promise<Challenge> {
  const { platform, sca } = deps;
  const { session, customer } = coSigner;
  const payment = requireOpen(coSigner, await findOwn(deps, coSigner, paymentId));
  const { content, check } = await examineForCoSigner(deps, platform.db, payment, coSigner);
  await check();
  const whose = askedFor(coSigner, paymentId);
  const asked = await findAsked(platform.db, whose);
  const running = await readAsked(deps, asked);
  if (running !== undefined && isUsable(running) && running.contentHash === sca.contentHash(content)) return running;

  const begun = {
    customer,
    method: method ?? session.authMethod,
    form,
    purpose: 'signing',
    content,
    locale,
    deviceKeyHash: session.deviceKeyHash,
    // The co-signer is signed in at the bank in this browser.
    isKnownBrowser: true,
    auditChain: `payment:${paymentId}`,
  } as const;
  const challenge = await sca.startWith(begun, (row) => beginAsked(platform.db, whose, row, asked)).catch(inWordsOf(bankDown));
  if (challenge !== undefined) {
    if (running !== undefined) await sca.abandon(running.challengeId);
    return challenge;
  }
  // Two windows at once: the slower one shows the other's.
  const faster = await readAsked(deps, await findAsked(platform.db, whose));
  if (faster === undefined) throw nothingAsked();
  return faster;
}

/** Undefined: nothing is asked. Asking is no activity. */
export async function readDevice(deps: SecondSignatureDeps, coSigner: CoSigner, paymentId: string): Promise<Challenge | undefined> {
  await findOwn(deps, coSigner, paymentId);
  return readAsked(deps, await findAsked(deps.platform.db, askedFor(coSigner, paymentId)));
}

/** Notifies the device in the place of a link that was not opened. @throws UiRefusal 409: none is asked. */
export async function notifyInstead(deps: SecondSignatureDeps, coSigner: CoSigner, paymentId: string): Promise<Challenge | undefined> {
  await findOwn(deps, coSigner, paymentId);
  const asked = await findAsked(deps.platform.db, askedFor(coSigner, paymentId));
  if (asked === undefined) throw nothingAsked();
  return deps.sca.notify(asked.challengeId);
}

/** What a calculator showed. @throws UiRefusal 409: none is asked. */
export async function respondToDevice(deps: SecondSignatureDeps, coSigner: CoSigner, paymentId: string, response: string): Promise<Challenge> {
  await findOwn(deps, coSigner, paymentId);
  const asked = await findAsked(deps.platform.db, askedFor(coSigner, paymentId));
  if (asked === undefined) throw nothingAsked();
  return deps.sca.respond(asked.challengeId, response);
}

async function readAsked({ sca }: SecondSignatureDeps, asked: Asked | undefined): Promise<Challenge | undefined> {
  return asked === undefined ? undefined : sca.read(asked.challengeId);
}

function isUsable({ state }: Challenge): boolean {
  return state === 'started' || state === 'approved';
}
