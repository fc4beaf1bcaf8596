/** Strict reading of DER (X.690) within limits, on top of asn1js. No function here throws, for any bytes. */
import { Constructed, fromBER, ObjectIdentifier, OctetString } from 'asn1js';

/** Nested structures and values that one text may have; more is refused before it is read. */
export interface DerLimits {
  readonly depth: number;
  readonly nodes: number;
}

/** A value of asn1js. Read it with the functions of this file. */
export type DerNode = ReturnType<typeof fromBER>['result'];

/**
 * Reads one DER value.
 * @returns undefined if the bytes are no DER: truncated, bytes after the value, indefinite or longer lengths than needed, or beyond the limits.
 */
export function readDer(bytes: Uint8Array, { depth, nodes }: DerLimits): DerNode | undefined {
  try {
    const { offset, result } = fromBER(Uint8Array.from(bytes), { maxDepth: depth, maxNodes: nodes, parseEmbedded: false });
    return offset === bytes.length && result.error === '' && isDer(result) ? result : undefined;
  } catch {
    return undefined;
  }
}

/** The values of a SEQUENCE, SET or constructed tag; of others none. */
export const childrenOf = (node: DerNode | undefined): readonly DerNode[] => (node instanceof Constructed ? node.valueBlock.value : []);

/** The number of values in a value, itself included. */
export const countNodes = (node: DerNode): number => childrenOf(node).reduce((sum, child) => sum + countNodes(child), 1);

export const oidOf = (node: DerNode | undefined): string | undefined => (node instanceof ObjectIdentifier ? node.valueBlock.toString() : undefined);

/** The bytes of an OCTET STRING. */
export const octetsOf = (node: DerNode | undefined): Uint8Array | undefined =>
  node instanceof OctetString && !node.idBlock.isConstructed ? node.valueBlock.valueHexView : undefined;

/** The bytes after tag and length. */
export function contentOf(node: DerNode): Uint8Array {
  const bytes = node.valueBeforeDecodeView;
  const length = bytes[1] ?? 0;
  return bytes.subarray(length < 0x80 ? 2 : 2 + (length & 0x7f));
}

/** The bytes with tag and length. */
export const encodedOf = (node: DerNode): Uint8Array => node.valueBeforeDecodeView;

const UNIVERSAL = 1;
const ENCODINGS: Readonly<Record<number, 'utf-8' | 'utf-16be' | 'latin1' | 'ascii'>> = {
  12: 'utf-8', // UTF8String
  18: 'ascii', // NumericString
  19: 'ascii', // PrintableString
  20: 'latin1', // TeletexString; in practice Latin-1
  22: 'ascii', // IA5String
  26: 'ascii', // VisibleString
  30: 'utf-16be', // BMPString
};

/** The text of a string value; undefined for other types and for bytes that are no text of this type. */
export function textOf(node: DerNode | undefined): string | undefined {
  if (node === undefined || node.idBlock.tagClass !== UNIVERSAL || node.idBlock.isConstructed) return undefined;
  const encoding = ENCODINGS[node.idBlock.tagNumber];
  if (encoding === undefined) return undefined;
  const bytes = contentOf(node);
  if (encoding === 'ascii' && bytes.some((byte) => byte > 0x7f)) return undefined;
  try {
    return new TextDecoder(encoding === 'ascii' ? 'latin1' : encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** True if a value and everything in it has the shortest definite length (X.690 §10.1), in one piece. */
function isDer(node: DerNode): boolean {
  const [, length = 0x80, next = 0] = node.valueBeforeDecodeView;
  const isShortest = length < 0x80 || (length === 0x81 && next >= 0x80) || (length > 0x81 && length < 0x85 && next > 0);
  const isHighTag = (node.idBlock.tagNumber ?? 0) > 30;
  return isShortest && !isHighTag && childrenOf(node).every(isDer);
}
