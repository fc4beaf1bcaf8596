/** Payments as orders to sign: a periodic one once for all its runs, a bulk payment once for all its items. */
import { type BulkPaymentDetails, type PaymentDetails, PaymentSigningResult, type PeriodicPaymentDetails, SignPaymentBody } from '@portico/contract';
import { type PhoneText, phoneText } from '#modules/sca/index.ts';
import { defineSignable, type Examined, type Signable, type SignableSubject } from '#modules/signing/index.ts';
import { canonicalJson } from '#platform/crypto/canonical-json.ts';
import { sha256Hex } from '#platform/crypto/hash.ts';
import type { Reader } from '#platform/db/database.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { Payments, PaymentsToShow } from '../payments.ts';

type PaymentsToSign = Pick<Payments, 'details' | 'examine' | 'periodic' | 'bulk' | 'sign' | 'reject' | 'expireAll' | 'fee'>;

export function signableSingle(payments: PaymentsToSign): Signable<PaymentDetails, PaymentSigningResult> {
  return defineSignable({
    kind: 'payment',
    schemas: { submission: SignPaymentBody, result: PaymentSigningResult },
    shownContent: withoutProgress,
    onDevice: { submission: fixedSubmission },
    ...acts(payments, payments),
  });
}

export function signablePeriodic(payments: PaymentsToSign): Signable<PeriodicPaymentDetails, PaymentSigningResult> {
  return defineSignable({
    kind: 'periodic-payment',
    schemas: { submission: SignPaymentBody, result: PaymentSigningResult },
    shownContent: ({ unpaidRun: _unpaidRun, ...details }) => withoutProgress(details),
    onDevice: { submission: fixedSubmission },
    ...acts(payments, payments.periodic),
  });
}

export function signableBulk(payments: PaymentsToSign): Signable<BulkPaymentDetails, PaymentSigningResult> {
  return defineSignable({
    kind: 'bulk-payment',
    schemas: { submission: SignPaymentBody, result: PaymentSigningResult },
    // The audit log stores a digest of the items, which proves that they are the shown ones; the items are separate rows.
    shownContent: ({ payments: items, ...details }) => ({
      ...withoutProgress(details),
      itemCount: items.length,
      itemsDigest: sha256Hex(
        canonicalJson(items.map(({ transactionStatus: _itemStatus, notPaidReason: _itemReason, signatories: _none, ...item }) => item)),
      ),
    }),
    onDevice: { submission: fixedBulkSubmission, what: withPayees },
    ...acts(payments, payments.bulk),
  });
}

/** Undefined where the customer chooses the account, or must see a warning about the payee: a phone shows neither. */
function fixedSubmission({ debtorAccount, payeeVerification }: PaymentDetails): SignPaymentBody | undefined {
  return debtorAccount === undefined || payeeVerification?.result !== 'MTCH' ? undefined : { debtorAccountIban: debtorAccount.iban };
}

function fixedBulkSubmission({ debtorAccount, payments }: BulkPaymentDetails): SignPaymentBody | undefined {
  const isVerified = payments.every(({ payeeVerification }) => payeeVerification?.result === 'MTCH');
  return debtorAccount === undefined || !isVerified ? undefined : { debtorAccountIban: debtorAccount.iban };
}

/** RTS (EU) 2018/389 Art. 5(1)(a) and (3)(b): customers see the total and all payees. Names that do not fit are read on a page. */
function withPayees({ content, details: { payments } }: Examined<BulkPaymentDetails>): PhoneText {
  const names = [...new Set(payments.map(({ creditorName }) => creditorName))].join(', ');
  return phoneText('phone.payees', { what: content.displayText, names });
}

type Progress = Partial<Pick<PaymentDetails, 'transactionStatus' | 'executedAsSepa' | 'notPaidReason' | 'signedAt' | 'fee' | 'signatories'>>;

/** Leaves out the fields that change after the signature. */
function withoutProgress<Details extends Progress>({
  transactionStatus: _status,
  executedAsSepa: _executed,
  notPaidReason: _reason,
  signedAt: _signedAt,
  fee: _fee,
  signatories: _signatories,
  ...shown
}: Details) {
  return shown;
}

/** The functions that are the same for every kind; the kinds differ in the details of the page. */
function acts<Details>(payments: Pick<Payments, 'sign' | 'reject' | 'expireAll' | 'fee'>, shown: PaymentsToShow<Details>) {
  return {
    nothingDone: 'No money was moved.',
    details: (reader: Reader, { sandboxId, resourceId }: SignableSubject) => shown.details(reader, sandboxId, resourceId),
    async examine(reader: Reader, subject: SignableSubject, { debtorAccountIban, debtorDetails }: SignPaymentBody, forUpdate: boolean) {
      const { sandboxId, resourceId: paymentId, customerId } = subject;
      const input = { sandboxId, paymentId, customerId, debtorAccountIban, debtorDetails };
      const thing = await shown.examine(reader, input, forUpdate);
      return thing && { ...thing, sign: (context: WriteContext) => payments.sign(context, input, thing.locked) };
    },
    fee: (reader: Reader, { sandboxId, resourceId }: SignableSubject, debtorIban: string) => payments.fee(reader, sandboxId, resourceId, debtorIban),
    refuse: async (context: WriteContext, { sandboxId, resourceId }: SignableSubject, reason: 'refused' | 'expired') => ({
      transactionStatus: await payments.reject(context, sandboxId, resourceId, reason),
    }),
    expireAll: (context: WriteContext, sandboxId: string, paymentIds: readonly string[]) => payments.expireAll(context, sandboxId, paymentIds),
  };
}
