/** Consents to account information as orders to sign. */
import { type ConsentAccess, type ConsentDetails, ConsentSigningResult, SignConsentBody } from '@portico/contract';
import { EVERY_ACCOUNT_FORMS } from '@portico/contract/values';
import { type PhoneText, phoneText, type ScaContent, shortenName } from '#modules/sca/index.ts';
import { defineSignable, type Examined, type Signable, type SignableSubject } from '#modules/signing/index.ts';
import { UiRefusal } from '#platform/http/refusal.ts';
import type { Consents } from './consents.ts';

/** The phone shows 200 characters in total. */
const NAME_LENGTH_MAX = 120;
const RIGHTS_KEYS: Readonly<Record<string, PhoneText['key']>> = {
  Balances: 'phone.rightsBalances',
  Transactions: 'phone.rightsTransactions',
  BalancesTransactions: 'phone.rightsBoth',
};

export function signableConsent(
  consents: Pick<Consents, 'details' | 'sign' | 'reject' | 'expireAll'>,
): Signable<ConsentDetails, ConsentSigningResult> {
  return defineSignable({
    kind: 'consent',
    schemas: { submission: SignConsentBody, result: ConsentSigningResult },
    nothingDone: 'No access was given.',
    canSignInConfirm: (country) => country === 'lt' || country === 'lv',
    details: (reader, { sandboxId, resourceId }) => consents.details(reader, sandboxId, resourceId),
    shownContent,
    onDevice: { submission: fixedSubmission, what: rightsOf },
    async examine(reader, subject, submission) {
      const details = await consents.details(reader, subject.sandboxId, subject.resourceId);
      if (details === undefined || details.consentStatus !== 'received') return undefined;
      return {
        details,
        content: toContent(subject, details, submission),
        check: async () => checkChoice(details.access, submission),
        sign: (context) => {
          const { sandboxId, resourceId, customerId } = subject;
          return consents.sign(context, { sandboxId, consentId: resourceId, customerId, ibans: submission.accounts?.map(({ iban }) => iban) });
        },
      };
    },
    refuse: async (context, { sandboxId, resourceId }, reason) => ({
      consentStatus: await consents.reject(context, sandboxId, resourceId, reason),
    }),
    expireAll: (context, sandboxId, consentIds) => consents.expireAll(context, sandboxId, consentIds),
  });
}

/** The signed part of the details. Which access the consent will replace depends on other signatures until then, so that part is shown only. */
function shownContent({
  consentStatus: _status,
  signedAt: _signedAt,
  replacesAccessOf: _replaces,
  replacedAccessOf: _replaced,
  ...shown
}: ConsentDetails) {
  return shown;
}

/** Undefined where the customer chooses the accounts. */
function fixedSubmission({ access }: ConsentDetails): SignConsentBody | undefined {
  return access.form === 'bankOffered' || access.accounts.length === 0 ? undefined : {};
}

/** The rights, because no page shows them. */
function rightsOf({ details: { access, validUntil } }: Examined<ConsentDetails>): PhoneText {
  const rights = [...(access.balances.length > 0 ? ['Balances'] : []), ...(access.transactions.length > 0 ? ['Transactions'] : [])].join('');
  return phoneText(RIGHTS_KEYS[rights] ?? 'phone.rights', { date: validUntil });
}

/** The customer must choose accounts if the provider left the choice open, and only among the offered ones. */
function checkChoice({ form, accounts: offered }: ConsentAccess, { accounts: chosen }: SignConsentBody): void {
  if (form !== 'bankOffered') {
    if (chosen === undefined) return;
    throw refusal('FORMAT_ERROR', 'The accounts of this consent are not yours to choose. No access was given. Confirm it as it is, or cancel.');
  }
  if (chosen === undefined) throw refusal('FORMAT_ERROR', 'No account was chosen. No access was given. Choose at least one account.');
  if (chosen.every(({ iban }) => offered.some((account) => account.iban === iban))) return;
  throw refusal('ACCOUNT_UNKNOWN', 'One of these accounts is not yours to share. No access was given. Choose your accounts again.');
}

/** The signed content: the provider, the accounts and rights, and the end date. */
function toContent({ tppName, resourceId }: SignableSubject, details: ConsentDetails, { accounts: chosen }: SignConsentBody): ScaContent {
  const canonical = {
    kind: 'consent',
    consentId: resourceId,
    tppName,
    ...shownContent(details),
    // The table of present accounts alone does not say that later accounts are covered.
    covers: EVERY_ACCOUNT_FORMS.has(details.access.form) ? 'every account, those opened later included' : 'the named accounts',
    chosen: chosen?.map(({ iban }) => iban).toSorted(),
  };
  return { canonical, displayText: phoneText('phone.viewAccounts', { name: shortenName(tppName, NAME_LENGTH_MAX), date: details.validUntil }) };
}

function refusal(code: UiRefusal['code'], text: string): UiRefusal {
  return new UiRefusal(400, code, text, { path: 'accounts' });
}
