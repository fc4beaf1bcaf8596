/** Makes the receipt of what was signed: from the audit log, with what became of it since. */
import { Signatory } from '@portico/contract';
import { Type } from 'typebox';
import { canonicalJson } from '#platform/crypto/canonical-json.ts';
import { sha256Hex } from '#platform/crypto/hash.ts';
import type { Reader } from '#platform/db/database.ts';
import { guardOf } from '#platform/guard-of.ts';
import type { ExportedAuditEntry } from '../audit/index.ts';
import { paymentChain, signingChain, toCoSignatures, toEvidence } from './read-evidence.ts';
import { type Evidence, isItems, RECEIPT_FORMAT, type Receipt, type ReceiptItem } from './receipt.ts';
import type { ReceiptsDeps } from './receipts-deps.ts';
import type { SignedSession } from './receipts-store.ts';

/** What of the details changes by itself; each kind has its own word for the status. */
const isProgress = guardOf(
  Type.Object({
    transactionStatus: Type.Optional(Type.String()),
    consentStatus: Type.Optional(Type.String()),
    statementStatus: Type.Optional(Type.String()),
    signatories: Type.Optional(Type.Array(Signatory)),
    payments: Type.Optional(Type.Array(Type.Object({}))),
  }),
);

/** Undefined: its content was erased. */
export async function readReceipt({ platform, audit, signing }: ReceiptsDeps, session: SignedSession): Promise<Receipt | undefined> {
  const { db, config, clock } = platform;
  const { sessionId, sandboxId, resourceId, kind } = session;
  const evidence = toEvidence(sessionId, await readChain(audit, db, signingChain(sessionId)));
  if (evidence === undefined || evidence === 'erased') return undefined;
  const details = await signing.readDetails(db, kind, session);
  const progress = isProgress(details) ? details : {};
  const isCancellation = kind.endsWith('-cancellation');
  const coSigned = isCancellation ? [] : toCoSignatures(await readChain(audit, db, paymentChain(resourceId)));
  const items = progress.payments === undefined ? undefined : itemsOf(evidence, progress.payments);
  const { tppName, tppApplicationName, bankCountry, locale, signedAt } = session;
  return {
    format: RECEIPT_FORMAT,
    bankName: config.bankName,
    ...(evidence.signature === undefined ? { fallback: { tppName, tppApplicationName, bankCountry, locale, signedAt: signedAt.toISOString() } } : {}),
    evidence,
    ...(items === undefined ? {} : { items }),
    coSignatures: coSigned,
    status: {
      value: progress.transactionStatus ?? progress.consentStatus ?? progress.statementStatus ?? '',
      readAt: (await clock.now(db, sandboxId)).toISOString(),
      awaited: (progress.signatories ?? []).filter(({ state }) => state === 'awaited' && !isCancellation).map(({ name }) => name),
    },
  };
}

export async function readChain(audit: ReceiptsDeps['audit'], reader: Reader, chain: string): Promise<readonly ExportedAuditEntry[]> {
  const entries: ExportedAuditEntry[] = [];
  for await (const entry of audit.export(reader, { chain })) entries.push(entry);
  return entries;
}

/** The items stay rows of their own: they are those that were shown exactly when their digest is. */
function itemsOf({ shown }: Evidence, payments: readonly object[]): ReceiptItem[] | undefined {
  const items: unknown = payments.map((payment) => {
    const { transactionStatus: _status, signatories: _signatories, ...item }: Record<string, unknown> = { ...payment };
    return item;
  });
  return isItems(items) && digestOfItems(items) === shown?.itemsDigest ? items : undefined;
}

export const digestOfItems = (items: readonly ReceiptItem[]): string => sha256Hex(canonicalJson(items));
