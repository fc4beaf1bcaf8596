/**
 * Verifies a receipt, as JSON or PDF, against the audit log only. This works for every receipt, even after its session and payment were
 * deleted. The result says in words what is proven and what is not.
 */

import { LOCALES } from '@portico/contract/values';
import { canonicalJson, NotPlainJson } from '#platform/crypto/canonical-json.ts';
import { sha256Hex } from '#platform/crypto/hash.ts';
import type { Db } from '#platform/db/database.ts';
import type { AuditFinding } from '../audit/index.ts';
import { drawReceipt } from './draw-receipt.ts';
import { paymentChain, signingChain, toCoSignatures, toEvidence } from './read-evidence.ts';
import { isPdf, JSON_BYTES_MAX, readAttachedJson } from './read-pdf.ts';
import { digestOfItems, readChain } from './read-receipt.ts';
import { type CoSignature, type Evidence, isReceipt, type Receipt } from './receipt.ts';
import type { ReceiptsDeps } from './receipts-deps.ts';

export interface ReceiptVerification {
  /** `erased`: nothing contradicts the receipt, but its content can no longer be compared. */
  readonly outcome: 'proven' | 'erased' | 'refuted';
  /** One sentence each. */
  readonly lines: readonly string[];
}

export async function verifyReceipt(db: Db, audit: ReceiptsDeps['audit'], file: Buffer): Promise<ReceiptVerification> {
  const read = readFile(file);
  if ('flaw' in read) return refuted(read.flaw);
  const { receipt } = read;
  const against = await compareWithLog(db, audit, receipt);
  if (against.outcome === 'refuted') return against;
  const pages = isPdf(file) ? await comparePages(receipt, file) : [];
  return pages === undefined
    ? refuted(
        'The pages of this PDF are not those that the bank makes of the receipt in it. Nothing printed on them is proven; the attached receipt.json is what the log speaks about.',
      )
    : { outcome: against.outcome, lines: [...against.lines, ...pages] };
}

function readFile(file: Buffer): { readonly receipt: Receipt } | { readonly flaw: string } {
  if (!isPdf(file)) return file.length > JSON_BYTES_MAX ? { flaw: 'The file is larger than any receipt.' } : parse(file.toString('utf8'));
  const attached = readAttachedJson(file);
  if ('json' in attached) return parse(attached.json);
  const flaws = {
    truncated: 'The PDF is not whole: its end is missing.',
    noAttachment: 'The PDF has no receipt of this bank in it.',
    tooLarge: 'What is attached to the PDF is larger than any receipt.',
  };
  return { flaw: flaws[attached.flaw] };
}

function parse(text: string): { readonly receipt: Receipt } | { readonly flaw: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { flaw: 'The file is neither a receipt as JSON nor as PDF.' };
  }
  if (!isReceipt(value)) return { flaw: 'The file is JSON, but not a receipt of this bank.' };
  if (!isCanonical(value, text)) return { flaw: 'The file is not as the bank wrote it: another program has rewritten its JSON.' };
  return { receipt: value };
}

/** A text with half a surrogate pair has no canonical form, so the bank did not write it. */
function isCanonical(value: unknown, text: string): boolean {
  try {
    return canonicalJson(value) === text;
  } catch (error) {
    if (error instanceof NotPlainJson) return false;
    throw error;
  }
}

async function compareWithLog(
  db: Db,
  audit: ReceiptsDeps['audit'],
  { evidence, items, coSignatures, status }: Receipt,
): Promise<ReceiptVerification> {
  const { receiptId, resourceId, position } = evidence;
  const kept = toEvidence(receiptId, await readChain(audit, db, signingChain(receiptId)));
  if (kept === undefined) return refuted(`The audit log knows no signature of the number ${receiptId}.`);
  const chains = [
    { chain: signingChain(receiptId), position },
    ...coSignatures.map((second) => ({ chain: paymentChain(resourceId), position: second.position })),
  ];
  const verified = await Promise.all(chains.map(({ chain, position: at }) => audit.verifyChain(db, chain, at)));
  const findings = verified.flatMap((each) => each.findings);
  if (findings.length > 0)
    return refuted('The audit log itself was changed, so it proves nothing:', ...findings.map((each: AuditFinding) => each.text));
  const seal = verified[0]?.seal;
  const sealed =
    seal === undefined
      ? 'Its end is not sealed yet; that happens within a minute.'
      : `Seal ${seal.number} of ${seal.sealedAt.toISOString()} stands over it.`;
  if (kept === 'erased') {
    return {
      outcome: 'erased',
      lines: [
        `Proven: something was signed under the number ${receiptId}. The chain of the audit log is whole. ${sealed}`,
        'Not proven: what is written in this file. The personal data of this signature were erased, and nothing is left that it could be compared with.',
      ],
    };
  }
  const others = await otherwise(db, audit, { kept, evidence, items, coSignatures });
  if (others.length > 0) return refuted(...others);
  return {
    outcome: 'proven',
    lines: [
      `Proven: ${receiptId} was signed with exactly the content of this file, recorded at ${evidence.recordedAt}. The chain of the audit log is whole. ${sealed}`,
      `The content has the SHA-256 ${evidence.contentHash}${evidence.challengeId === undefined ? '' : `, which ${evidence.challengeId} was bound to`}.`,
      ...(evidence.shown === undefined ? ['Not proven: what the page showed. It was not kept.'] : []),
      ...approachLines(evidence.signature),
      ...(evidence.signature === undefined ? ['Not proven: who signed, how, and the names of the provider. The log did not keep them yet.'] : []),
      ...(items === undefined ? [] : [`Proven: the ${items.length} single payments are those that were shown.`]),
      ...coSignatures.map(({ signatory = 'a channel of the bank', decidedAt }) => `Proven: the second signature by ${signatory}, ${decidedAt}.`),
      `Not proven: ${unprovenOf(status).join(', ')}, and the name of the bank.`,
    ],
  };
}

function approachLines(signature: Evidence['signature']): readonly string[] {
  if (signature?.approach === undefined) return [];
  const { deviceText } = signature;
  const shown = deviceText === undefined ? '' : ` The device showed: ${deviceText}`;
  return [`Proven: it was signed on the device alone, without a page of the bank.${shown}`];
}

/** What the pages print and the log does not keep. */
function unprovenOf({ accountNames, refused, address }: Receipt['status']): readonly string[] {
  return [
    'the status, which is what the bank knew when the receipt was made',
    ...(accountNames === undefined ? [] : ['the names of the accounts']),
    ...(refused === undefined ? [] : ['who refused']),
    ...(address === undefined ? [] : ['the address at which the receipt can be opened']),
  ];
}

interface Compared {
  readonly kept: Evidence;
  readonly evidence: Evidence;
  readonly items: Receipt['items'];
  readonly coSignatures: readonly CoSignature[];
}

/** The differences from the log. Signatures may have been added since the receipt was made. */
async function otherwise(db: Db, audit: ReceiptsDeps['audit'], { kept, evidence, items, coSignatures }: Compared): Promise<readonly string[]> {
  const found: string[] = [];
  const differing = [...new Set([...Object.keys(kept), ...Object.keys(evidence)])].filter(
    (member) => canonicalJson(Reflect.get(kept, member)) !== canonicalJson(Reflect.get(evidence, member)),
  );
  if (differing.length > 0)
    found.push(`The file was changed: ${differing.join(', ')} ${differing.length === 1 ? 'is' : 'are'} not what the audit log keeps.`);
  if (items !== undefined && digestOfItems(items) !== kept.shown?.itemsDigest)
    found.push('The file was changed: the single payments are not those that were shown.');
  const seconds = toCoSignatures(kept.kind, await readChain(audit, db, paymentChain(kept.resourceId)));
  if (canonicalJson(coSignatures) !== canonicalJson(seconds.slice(0, coSignatures.length)))
    found.push('The file was changed: its second signatures are not those of the audit log.');
  return found;
}

/** Undefined: the pages differ from those drawn of this receipt, in every language. */
async function comparePages(receipt: Receipt, file: Buffer): Promise<readonly string[] | undefined> {
  const hash = sha256Hex(file.toString('latin1'));
  for (const locale of LOCALES) {
    if (sha256Hex((await drawReceipt(receipt, locale)).toString('latin1')) === hash)
      return ['Proven: the pages of the PDF say the same, letter by letter.'];
  }
  return undefined;
}

const refuted = (...lines: readonly string[]): ReceiptVerification => ({ outcome: 'refuted', lines });
