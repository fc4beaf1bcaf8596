/** Evidence of one signature in the audit log: what was shown and signed (the signing's chain), and later signatures (the payment's chain). */
import { canonicalJson } from '#platform/crypto/canonical-json.ts';
import { sha256Hex } from '#platform/crypto/hash.ts';
import type { ExportedAuditEntry } from '../audit/index.ts';
import { type CoSignature, type Evidence, isCoSignature, isEvidence } from './receipt.ts';

export const signingChain = (receiptId: string): string => `signing:${receiptId}`;
export const paymentChain = (paymentId: string): string => `payment:${paymentId}`;

/** `erased`: it was signed, but the content was erased. Undefined: there is no such signature. */
export function toEvidence(receiptId: string, entries: readonly ExportedAuditEntry[]): Evidence | 'erased' | undefined {
  const at = entries.findIndex(({ event }) => event === 'signing.signed');
  const entry = entries[at];
  if (entry === undefined) return undefined;
  const content = contentOf(entry);
  if (content === undefined) return 'erased';
  const shown = contentOf(entries.slice(0, at).findLast(({ event }) => event === 'signing.shown'));
  const { signed, signature } = content;
  const evidence = {
    receiptId,
    kind: entry.ids.kind,
    resourceId: entry.ids.resourceId,
    position: entry.position,
    recordedAt: entry.recordedAt,
    ...(entry.ids.challengeId === undefined ? {} : { challengeId: entry.ids.challengeId }),
    contentHash: sha256Hex(canonicalJson(signed)),
    signed,
    ...(shown === undefined ? {} : { shown }),
    ...(signature === undefined ? {} : { signature }),
  };
  if (!isEvidence(evidence)) throw new Error(`What the audit log keeps of ${receiptId} does not have the form of a signature.`);
  return evidence;
}

/** In the order of the log. One person signs a cancellation: later signatures on the chain of its payment are of the payment only. */
export function toCoSignatures(kind: Evidence['kind'], entries: readonly ExportedAuditEntry[]): CoSignature[] {
  if (isCancellation(kind)) return [];
  return entries
    .filter(({ event }) => event === 'payment.co-signed')
    .map((entry) => ({ position: entry.position, ...contentOf(entry) }))
    .filter(isCoSignature);
}

export const isCancellation = (kind: Evidence['kind']): boolean => kind.endsWith('-cancellation');

function contentOf(entry: ExportedAuditEntry | undefined): Readonly<Record<string, unknown>> | undefined {
  return entry === undefined || entry.content === null ? undefined : JSON.parse(entry.content);
}
