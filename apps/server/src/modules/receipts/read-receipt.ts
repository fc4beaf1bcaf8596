/** Builds the receipt of a signature: the evidence in the audit log, and the present status. */
import { ConsentDetails, PeriodicPaymentDetails, Signatory } from '@portico/contract';
import { NOT_PAID_REASONS, signedResult } from '@portico/contract/values';
import { type Static, Type } from 'typebox';
import { canonicalJson } from '#platform/crypto/canonical-json.ts';
import { sha256Hex } from '#platform/crypto/hash.ts';
import type { Reader } from '#platform/db/database.ts';
import { guardOf } from '#platform/guard-of.ts';
import type { ExportedAuditEntry } from '../audit/index.ts';
import { BankUnavailable } from '../bank/index.ts';
import { isCancellation, paymentChain, signingChain, toCoSignatures, toEvidence } from './read-evidence.ts';
import { type Evidence, isItems, type Outcome, RECEIPT_FORMAT, type Receipt, type ReceiptItem } from './receipt.ts';
import type { ReceiptsDeps } from './receipts-deps.ts';
import type { SignedSession } from './receipts-store.ts';

/** Details that change after the signature; each kind has its own name for the status. */
const notPaidReason = Type.Optional(Type.Enum([...NOT_PAID_REASONS]));
const Item = Type.Object({ transactionStatus: Type.String(), notPaidReason });
const isProgress = guardOf(
  Type.Object({
    transactionStatus: Type.Optional(Type.String()),
    notPaidReason,
    unpaidRun: PeriodicPaymentDetails.properties.unpaidRun,
    replacedAccessOf: ConsentDetails.properties.replacedAccessOf,
    consentStatus: Type.Optional(Type.String()),
    statementStatus: Type.Optional(Type.String()),
    signatories: Type.Optional(Type.Array(Signatory)),
    payments: Type.Optional(Type.Array(Item)),
  }),
);

/** Undefined: the content was erased. */
export async function readReceipt({ platform, audit, bank, signing }: ReceiptsDeps, session: SignedSession): Promise<Receipt | undefined> {
  const { db, config, clock } = platform;
  const { authorisationId, sandboxId, customerId, resourceId, kind } = session;
  const evidence = toEvidence(authorisationId, await readChain(audit, db, signingChain(authorisationId)));
  if (evidence === undefined || evidence === 'erased') return undefined;
  const details = await signing.readDetails(db, kind, session);
  const progress = isProgress(details) ? details : {};
  const coSigned = toCoSignatures(kind, await readChain(audit, db, paymentChain(resourceId)));
  const value = progress.transactionStatus ?? progress.consentStatus ?? progress.statementStatus ?? '';
  const { payments = [], notPaidReason: reason, unpaidRun, replacedAccessOf } = progress;
  const items = itemsOf(evidence, payments);
  const signatories = isCancellation(kind) ? [] : (progress.signatories ?? []);
  const { tppName, tppApplicationName, bankCountry, locale, signedAt } = session;
  return {
    format: RECEIPT_FORMAT,
    bankName: config.bankName,
    ...(evidence.signature === undefined ? { fallback: { tppName, tppApplicationName, bankCountry, locale, signedAt: signedAt.toISOString() } } : {}),
    evidence,
    ...(items === undefined ? {} : { items }),
    coSignatures: coSigned,
    status: {
      value,
      readAt: (await clock.now(db, sandboxId)).toISOString(),
      awaited: signatories.filter(({ state }) => state === 'awaited').map(({ name }) => name),
      refused: signatories.filter(({ state }) => state === 'refused').map(({ name }) => name),
      accountNames: await readNames({ platform, bank }, { sandboxId, customerId }, evidence),
      layout: 2,
      drawing: 1,
      address: `${config.publicUrl}/bank/receipts/${authorisationId}`,
      ...(reason === undefined ? {} : { notPaidReason: reason }),
      ...(unpaidRun === undefined ? {} : { unpaidRun }),
      ...(unpaidRun === undefined || kind !== 'periodic-payment' ? {} : { goesOn: signedResult(kind, value) === 'waiting' }),
      ...(replacedAccessOf === undefined ? {} : { replacedAccessOf }),
      ...(items === undefined ? {} : { outcomes: payments.map(outcomeOf) }),
    },
  };
}

/** The customer's names of their accounts in this receipt; none where the bank's core does not answer, because the receipt can be read without. */
async function readNames(
  { platform, bank }: Pick<ReceiptsDeps, 'platform' | 'bank'>,
  owner: { readonly sandboxId: string; readonly customerId: string },
  { signed, shown }: Evidence,
): Promise<Record<string, string>> {
  const own = signed.cancelled ?? signed;
  const { accounts = [], balances = [], transactions = [] } = shown?.access ?? {};
  const ibans = new Set([own.debtorIban, shown?.iban, ...[...accounts, ...balances, ...transactions].map(({ iban }) => iban)]);
  if (ibans.size === 1 && ibans.has(undefined)) return {};
  const known = await bank.listAccounts(platform.db, owner).catch((error: unknown) => {
    if (error instanceof BankUnavailable) return [];
    throw error;
  });
  return Object.fromEntries(known.flatMap(({ iban, name }) => (ibans.has(iban) && name !== '' ? [[iban, name]] : [])));
}

export async function readChain(audit: ReceiptsDeps['audit'], reader: Reader, chain: string): Promise<readonly ExportedAuditEntry[]> {
  const entries: ExportedAuditEntry[] = [];
  for await (const entry of audit.export(reader, { chain })) entries.push(entry);
  return entries;
}

/** Items are not part of the evidence. They equal those that were shown exactly when their digest does. */
function itemsOf({ shown }: Evidence, payments: readonly object[]): ReceiptItem[] | undefined {
  if (shown?.itemsDigest === undefined) return undefined;
  const items: unknown = payments.map((payment) => {
    const { transactionStatus: _status, notPaidReason: _reason, signatories: _signatories, ...item }: Record<string, unknown> = { ...payment };
    return item;
  });
  return isItems(items) && digestOfItems(items) === shown.itemsDigest ? items : undefined;
}

function outcomeOf({ transactionStatus, notPaidReason: reason }: Static<typeof Item>): Outcome {
  return { value: transactionStatus, ...(reason === undefined ? {} : { notPaidReason: reason }) };
}

export const digestOfItems = (items: readonly ReceiptItem[]): string => sha256Hex(canonicalJson(items));
