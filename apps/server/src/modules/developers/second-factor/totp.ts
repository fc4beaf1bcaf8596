/** Codes of an authenticator app (RFC 6238) and recovery codes. Authenticator apps know SHA-1, six digits and 30 seconds; some ignore other values. */
import { Secret, TOTP } from 'otpauth';
import type { Random } from '#platform/random.ts';

const PERIOD_SECONDS = 30;
const SHAPE = { algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS };
/** RFC 4226 §4, R6: 160 bits are recommended. */
const SECRET_BYTES = 20;
/** One step earlier and one later, for clocks that differ and for people who type slowly (RFC 6238 §5.2). */
const DRIFT_STEPS = 1;
const RECOVERY_BYTES = 10;

/** Base32, 32 characters. */
export const makeSecret = (random: Pick<Random, 'bytes'>): string => toBase32(random.bytes(SECRET_BYTES));

/** 80 bits: four groups of four lower-case characters. */
export function makeRecoveryCode(random: Pick<Random, 'bytes'>): string {
  return toBase32(random.bytes(RECOVERY_BYTES))
    .toLowerCase()
    .replaceAll(/(.{4})(?=.)/g, '$1-');
}

const toBase32 = (bytes: Buffer): string => new Secret({ buffer: new Uint8Array(bytes).buffer }).base32;

/** `otpauth://totp/…`, the text of the QR code. @param secret of {@link makeSecret} */
export function toAddress(secret: string, { issuer, label }: { readonly issuer: string; readonly label: string }): string {
  return new TOTP({ ...SHAPE, issuer, label, secret: Secret.fromBase32(secret) }).toString();
}

/** The step of the time that a code belongs to, within the drift; undefined for a wrong code. @param code six digits */
export function findStep(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const delta = new TOTP({ ...SHAPE, secret: Secret.fromBase32(secret) }).validate({ token: code, timestamp, window: DRIFT_STEPS });
  return delta === null ? undefined : Math.floor(timestamp / (PERIOD_SECONDS * 1000)) + delta;
}

/** As people type codes: with spaces, dashes and capitals. */
export function readCode(typed: string): { readonly kind: 'app' | 'recovery'; readonly code: string } {
  const code = typed.replaceAll(/[\s-]/g, '').toLowerCase();
  return { kind: /^\d{6}$/.test(code) ? 'app' : 'recovery', code };
}
