/** Signs a consent: grants the accounts, changes the status and ends an older recurring consent, in one transaction. */

import type { ConsentSigningResult } from '@portico/contract';
import { type Bank, bankDate } from '#modules/bank/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import { UiRefusal } from '#platform/http/refusal.ts';
import { Gone } from '#platform/tenant/gone.ts';
import type { AccessDeps } from '../deps.ts';
import { withPresentRepresentative } from '../grant/present-representative.ts';
import { writeConsentRepresentative } from '../grant/representative-store.ts';
import { transition } from '../grant/transition.ts';
import type { Consent, ConsentAccount } from './consent.ts';
import { coveredAccounts } from './consent-details.ts';
import { CONSENT_GRANT } from './consent-grant.ts';
import { awaitsSignature, toUiStatus } from './consent-status.ts';
import { findConsent, insertAccounts, listValidRecurring, lockConsent, lockRecurring } from './consent-store.ts';
import type { SignConsent } from './consents.ts';

/** @throws UiRefusal 409 when it is already signed or has ended; 400 for the accounts. Nothing is granted then. */
export async function signConsent(deps: AccessDeps, context: WriteContext, input: SignConsent): Promise<ConsentSigningResult> {
  const { tx } = context;
  const known = await findConsent(tx, input);
  if (known === undefined || known.customerId !== input.customerId) throw new Gone(`There is no consent ${input.consentId} to sign.`);
  // Locked before the row, so that concurrent signatures of two consents of one application do not deadlock.
  await lockRecurring(tx, known);
  const consent = await lockConsent(tx, input);
  if (consent === undefined) throw new Gone(`There is no consent ${input.consentId} to sign.`);
  requireUnsigned(consent);
  await writeConsentRepresentative(tx, await withPresentRepresentative(deps.bank, tx, consent));
  const granted = await grantedAccounts(deps.bank, tx, consent, input.ibans);
  if (consent.form === 'bankOffered') await insertAccounts(tx, consent, granted);
  const replacedGivenAt = consent.isRecurring ? await replaceOlder(deps, context, consent) : undefined;
  const moved = await transition(CONSENT_GRANT, deps, context, consent, 'sign', { content: grantContent(consent, granted) });
  if (moved === undefined) throw new Error(`Consent ${consent.consentId} cannot be signed.`);
  return {
    consentStatus: toUiStatus(moved.status),
    signedAt: moved.at.toISOString(),
    ...(replacedGivenAt === undefined ? {} : { replacedAccessOf: bankDate(replacedGivenAt, consent.bankCountry) }),
  };
}

function requireUnsigned({ status, signedAt }: Consent): void {
  if (awaitsSignature(status)) return;
  if (signedAt !== undefined) throw new UiRefusal(409, 'ALREADY_SIGNED', 'This consent is already signed. Go back to the service provider.');
  const text = 'This consent was ended before it was signed. No access was given. Go back to the service provider.';
  throw new UiRefusal(409, 'SIGNING_STATE_INVALID', text);
}

/** The customer must choose accounts if the application left the choice open, and only among their own. */
async function grantedAccounts(
  bank: Pick<Bank, 'listAccounts'>,
  tx: Tx,
  consent: Consent,
  chosen: readonly string[] | undefined,
): Promise<readonly ConsentAccount[]> {
  const accounts = coveredAccounts(consent, await bank.listAccounts(tx, consent));
  if (consent.form !== 'bankOffered') {
    if (chosen !== undefined)
      throw refuse('FORMAT_ERROR', 'The accounts of this consent are not yours to choose. No access was given. Leave them out.');
    if (accounts.length > 0) return accounts;
    throw refuse('ACCOUNT_UNKNOWN', 'None of the accounts of this consent is open any more. No access was given. Go back to the service provider.');
  }
  if (chosen === undefined || chosen.length === 0) {
    throw refuse('FORMAT_ERROR', 'No account was chosen. No access was given. Choose at least one account.');
  }
  const granted = accounts.filter(({ iban }) => chosen.includes(iban));
  if (granted.length === new Set(chosen).size) return granted;
  throw refuse('ACCOUNT_UNKNOWN', 'One of these accounts is not yours to share. No access was given. Choose your accounts again.');
}

/**
 * Berlin Group NextGenPSD2 1.3.11 §6.3: an application has at most one recurring consent for a customer. Returns when the customer gave the
 * replaced consent; undefined if there was none.
 */
async function replaceOlder(deps: AccessDeps, context: WriteContext, newer: Consent): Promise<Date | undefined> {
  const { sandboxId, appId, customerId } = newer;
  let givenAt: Date | undefined;
  for (const { consentId } of await listValidRecurring(context.tx, { sandboxId, appId, customerId })) {
    const older = await lockConsent(context.tx, { sandboxId, consentId });
    if (older === undefined) continue;
    await transition(CONSENT_GRANT, deps, context, older, 'replace', { replacedBy: newer.consentId });
    givenAt ??= older.signedAt;
  }
  return givenAt;
}

function grantContent({ form, validUntil, frequencyPerDay, isRecurring }: Consent, granted: readonly ConsentAccount[]): object {
  const isEvery = form === 'global' || form === 'listOnly';
  return { form, validUntil, frequencyPerDay, isRecurring, accounts: isEvery ? 'all' : granted };
}

function refuse(code: UiRefusal['code'], text: string): UiRefusal {
  return new UiRefusal(400, code, text, { path: 'accounts' });
}
