import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** SHA-256 in hex. What the database keeps of tickets, cookies, tokens and references. */
export function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

export function hmacSha256Hex(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

export function equalsConstantTime(left: string, right: string): boolean {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * RFC 8785 style canonical JSON of plain values: members sorted by code unit, no white space, `undefined` members left out.
 * Two equal contents have one text, so their hashes can be compared.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value);
}
