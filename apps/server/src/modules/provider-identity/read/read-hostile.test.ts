/** Bytes that attack the reader. Limits are counted in values, not in time. */
import { describe, expect, it } from 'vitest';
import { makeCertificate, QSEALC } from '../testing/make-certificate.ts';
import { readVector } from '../testing/read-vector.ts';
import { NULL, tlv } from '../testing/write-der.ts';
import { countNodes, readDer } from './der.ts';
import { readQcStatements } from './qc-statements.ts';
import { readCertificate } from './read-certificate.ts';
import { readSafely } from './read-fault.ts';
import { CERTIFICATE_BYTES_MAX, readX509 } from './x509.ts';

const GOOD = readVector('wso2-bafin-104114.pem');
const LIMITS = { depth: 24, nodes: 1_000 };

const nested = (depth: number): Uint8Array => Array.from({ length: depth }).reduce<Uint8Array>((inner) => tlv(0x30, inner), NULL);
const many = (count: number): Uint8Array => tlv(0x30, ...Array.from({ length: count }, () => NULL));

/** xorshift32: the same mutations in every run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** One to four changes: another byte, bytes cut out, bytes repeated, the end cut off. */
function mutate(bytes: Uint8Array, random: (below: number) => number): Uint8Array {
  let result = Buffer.from(bytes);
  for (let change = random(4); change >= 0; change -= 1) {
    const at = random(result.length || 1);
    const length = random(16);
    const kind = random(8);
    if (kind < 5 && result.length > 0) result[at] = random(256);
    else if (kind === 5) result = Buffer.concat([result.subarray(0, at), result.subarray(at + length)]);
    else if (kind === 6) result = Buffer.concat([result.subarray(0, at + length), result.subarray(at)]);
    else result = result.subarray(0, at);
  }
  return new Uint8Array(result);
}

describe('readCertificate with hostile bytes', () => {
  it.each([
    ['nothing', new Uint8Array()],
    ['zeros', new Uint8Array(100)],
    ['text', new TextEncoder().encode('-----BEGIN CERTIFICATE-----')],
    ['an empty sequence', tlv(0x30)],
    ['10,000 values', many(10_000)],
    ['1,001 values', many(1_000)],
    ['3,000 nested sequences', nested(3_000)],
    ['30 nested sequences', nested(30)],
    ['more than 8 KiB', tlv(0x30, tlv(4, new Uint8Array(CERTIFICATE_BYTES_MAX)))],
    ['a length of 4 GiB', Uint8Array.from([0x30, 0x84, 0xff, 0xff, 0xff, 0xff, 0x05, 0x00])],
    ['a length of 127 bytes', Uint8Array.from([0x30, 0xff, ...new Uint8Array(127)])],
    ['an indefinite length', Uint8Array.from([0x30, 0x80, 0x05, 0x00, 0x00, 0x00])],
    ['a high tag', Uint8Array.from([0x3f, 0xff, 0xff, 0xff, 0xff, 0x7f, 0x00])],
    ['a certificate and one byte', Uint8Array.from([...GOOD, 0])],
    ['a certificate with a longer length than needed', Uint8Array.from([0x30, 0x83, 0x00, ...GOOD.subarray(2)])],
    ['a certificate of indefinite length', Uint8Array.from([0x30, 0x80, ...GOOD.subarray(4), 0, 0])],
  ])('refuses %s', (_name, bytes) => {
    expect(readCertificate(bytes)).toEqual({ ok: false, fault: { field: 'certificate', text: expect.any(String) } });
  });

  it('refuses every truncation of a certificate', () => {
    const accepted = Array.from({ length: GOOD.length }, (_, length) => readCertificate(GOOD.subarray(0, length)).ok);
    expect(accepted.filter(Boolean)).toEqual([]);
  });

  it('never throws, and reads no more values than its limit, in 10,000 mutations', () => {
    const random = createRandom(20_260_529);
    // Small certificates, because every mutation is read: of test keys on curves, a QWAC and a QSealC.
    const files = [makeCertificate(), makeCertificate({ extensions: QSEALC })];
    const outcomes = { read: 0, refused: 0, unnamed: 0 };
    for (let round = 0; round < 10_000; round += 1) {
      const bytes = mutate(files[round % files.length] ?? GOOD, random);
      const result = readCertificate(bytes);
      outcomes[result.ok ? 'read' : 'refused'] += 1;
      if (!result.ok && !/\.$/.test(result.fault.text)) outcomes.unnamed += 1;
      // The reader's limit, counted from outside.
      const node = round % 50 === 0 ? readDer(bytes, LIMITS) : undefined;
      if (node !== undefined && countNodes(node) > LIMITS.nodes) throw new Error(`Round ${round} read more than ${LIMITS.nodes} values.`);
    }
    expect(outcomes.unnamed).toBe(0);
    expect(outcomes.read).toBeGreaterThan(100);
    expect(outcomes.refused).toBeGreaterThan(1_000);
  });

  it("does not keep the caller's bytes", () => {
    const bytes = Uint8Array.from(GOOD);
    const result = readX509(bytes);
    bytes.fill(0);
    expect(result.ok && Buffer.from(result.x509.der).equals(GOOD)).toBe(true);
  });
});

describe('readQcStatements with hostile bytes', () => {
  it.each([
    ['nothing', undefined, /no qcStatements/],
    ['no DER', Uint8Array.from([0x30, 5]), /no DER of at most 200 values/],
    ['201 values', many(200), /no DER of at most 200 values/],
    ['depth 13', nested(13), /no DER of at most 200 values/],
    ['200 values without a PSD2 statement', many(199), /no PSD2 statement/],
    ['an empty list', tlv(0x30), /no PSD2 statement/],
  ])('refuses statements with %s', (_name, bytes, text) => {
    expect(readSafely(() => readQcStatements(bytes))).toEqual({ ok: false, fault: { field: 'qcStatements', text: expect.stringMatching(text) } });
  });
});
