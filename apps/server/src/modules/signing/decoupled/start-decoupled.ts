/**
 * Turns a new signing session into one that the customer signs on their device alone (docs/decisions/0082). Every doubt leaves the session as it
 * is, for the redirect. No condition depends on whether the `PSU-ID` of the request is right.
 */
import { digestPerson } from '#modules/bank/index.ts';
import type { DeviceWish } from '#modules/tpp-apps/index.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { EngineDeps } from '../deps.ts';
import { digestOfShown } from '../page/show-signing.ts';
import { findSession, updateSession } from '../session/session-store.ts';
import { auditChain, auditIds, boundToDevice, type SessionKey } from '../session/signing-session.ts';
import { nextState } from '../session/signing-state.ts';
import { allowancesOf, spendStart } from './decoupled-limits.ts';
import { deleteDecoupled, insertDecoupled } from './decoupled-store.ts';
import { deviceTextOf, fitsPhone } from './device-text.ts';
import { requestedDevice } from './requested-device.ts';

/** Longer than a challenge that starts at once, so that a request without an answer ends as one that asked no device. */
const DECOUPLED_SECONDS = 125;

/** @returns the text for the customer; undefined: by redirect. */
export async function startDecoupled(deps: EngineDeps, context: WriteContext, key: SessionKey, wish: DeviceWish): Promise<string | undefined> {
  const { platform, bank, sca } = deps;
  const { tx } = context;
  if (platform.config.decoupledSca !== true) return undefined;
  const session = await findSession(tx, key);
  if (session === undefined) return undefined;
  const kind = deps.kindOf(session.kind);
  const details = kind.onDevice === undefined ? undefined : await kind.details(tx, session);
  const submission = details === undefined ? undefined : kind.onDevice?.submission(details);
  if (submission === undefined) return undefined;

  const customer = await bank.findCustomer(session, tx);
  if (customer === undefined || customer.type !== 'person' || customer.signsFor !== undefined) return undefined;
  const methods = bank.authMethodsOf(customer.country).filter((method) => sca.isOffered(method));
  const device = requestedDevice(wish, customer, (method) => methods.includes(method));
  if (device === undefined || (await sca.isBlocked(tx, customer, device.method))) return undefined;
  const thing = await kind.examine(tx, session, submission);
  const state = nextState(session.state, 'enter');
  if (thing === undefined || state === undefined || !fitsPhone(deviceTextOf(kind, session, thing), session.locale)) return undefined;

  const { customerId, appId, sandboxId } = session;
  const person = digestPerson(platform.config.keys, customer);
  const allowances = allowancesOf(platform.config, { person, appId, ip: wish.ip });
  const { authorisationId } = key;
  const keys = allowances.map((allowance) => allowance.key);
  const request = { authorisationId, sandboxId, customerId, method: device.method, person, isAsked: device.isTheirs, allowances: keys };
  // First the request, then its limits, in the order in which the end of a request locks them, to prevent deadlocks.
  if (!(await insertDecoupled(tx, request, DECOUPLED_SECONDS))) return undefined;
  if (!(await spendStart(tx, allowances))) {
    await deleteDecoupled(tx, request);
    return undefined;
  }

  const shown = kind.shownContent(thing.details);
  await updateSession(tx, session, { state, bankSessionHash: boundToDevice(key), shownDigest: digestOfShown(shown) });
  await context.audit({ chain: auditChain(session), sandboxId, event: 'signing.shown', ids: auditIds(session), content: shown });
  return sca.psuMessage(device.method, thing.content, session.locale);
}
