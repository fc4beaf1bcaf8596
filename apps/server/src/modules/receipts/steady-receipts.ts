/**
 * A receipt says when its status was read. Where nothing else has changed since a moment ago, the reading of that moment serves again: the file
 * is the same one then, and need not be drawn a second time.
 */
import { canonicalJson } from '#platform/crypto/canonical-json.ts';
import { sha256Hex } from '#platform/crypto/hash.ts';
import type { Receipt } from './receipt.ts';

const STEADY_MS = 60_000;
const KEPT_MAX = 1_000;

/** Answers the receipt, or the equal one that was read at most a minute before, by the receipts' own time. */
export function createSteadyReceipts(): (receipt: Receipt) => Receipt {
  const readAt = new Map<string, string>();
  return (receipt) => {
    const key = sha256Hex(canonicalJson({ ...receipt, status: { ...receipt.status, readAt: '' } }));
    const known = readAt.get(key);
    const ageMs = known === undefined ? Number.NaN : Date.parse(receipt.status.readAt) - Date.parse(known);
    if (known !== undefined && ageMs >= 0 && ageMs < STEADY_MS) return { ...receipt, status: { ...receipt.status, readAt: known } };
    readAt.delete(key);
    readAt.set(key, receipt.status.readAt);
    const [oldest] = readAt.keys();
    if (readAt.size > KEPT_MAX && oldest !== undefined) readAt.delete(oldest);
    return receipt;
  };
}
