/** Changes that do not alter what a file does, each with the reason. The command reports a listed change that a test detects. */

export interface Equivalent {
  readonly file: string;
  /** The line without its indentation, and the change, both as printed by the command. */
  readonly line: string;
  readonly change: string;
  readonly why: string;
}

const MATCHED = 'the expression has matched, and this group is never absent then: the value is for the compiler';
const LENGTH_KNOWN = 'the length of the whole is checked before, and the expression covers all of it';

const iban = (line: string, change: string): Equivalent => ({ file: 'packages/primitives/src/iban.ts', line, change, why: LENGTH_KNOWN });
const sameDate = (line: string, change: string): Equivalent => ({
  file: 'packages/primitives/src/iso-date.ts',
  line,
  change,
  why: 'what is remembered for less time, or not at all, is found again and is the same',
});
const expiry = (change: string): Equivalent => ({
  file: 'apps/server/src/modules/signing/session/expire-signing.ts',
  line: 'if (state === undefined) return false;',
  change,
  why: 'what is overdue has not ended, and whatever has not ended can expire: the line is for the compiler',
});
const recorded = (change: string): Equivalent => ({
  file: 'apps/server/src/modules/signing/sign/record-signature.ts',
  line: "if (state === undefined) throw new Error('The table of states allows no signature.');",
  change,
  why: 'the table of states, which has tests of its own, allows a signature: the line is for the compiler',
});

export const equivalents: readonly Equivalent[] = [
  {
    file: 'apps/server/src/modules/signing/sign/submit-signature.ts',
    line: "if (challengeId === undefined) return { next: 'again' };",
    change: "'again' → ''",
    why: 'whatever is no answer begins the next round',
  },
  {
    file: 'apps/server/src/modules/payments/initiation/rules/execution-rules.ts',
    line: "const fact = requested < today ? 'This day is over.' : 'This day is too far away.';",
    change: 'requested < today → requested <= today',
    why: 'today is offered, and nobody gets here with it',
  },
  { file: 'packages/primitives/src/money.ts', line: "const [, whole = '', fraction = ''] = match;", change: "'' → 'mutant'", why: MATCHED },
  {
    file: 'packages/primitives/src/iso-date.ts',
    line: 'const FORM = /^(\\d{4})-(\\d{2})-(\\d{2})$/;',
    change: '/^(\\d{4})-(\\d{2})-(\\d{2})$/ → /^(\\d{4})-(\\d{2})-(\\d{2})/',
    why: 'behind a whole date no text is left that makes an instant together with the time that is appended',
  },
  sameDate('const QUARTER_MS = 15 * 60 * 1000;', '15 * 60 * 1000 → 15 * 60 / 1000'),
  sameDate('const QUARTER_MS = 15 * 60 * 1000;', '15 * 60 → 15 / 60'),
  sameDate('const quarter = Math.floor(instant.getTime() / QUARTER_MS);', 'instant.getTime() / QUARTER_MS → instant.getTime() * QUARTER_MS'),
  sameDate('if (known?.quarter === quarter) return known.date;', 'known?.quarter === quarter → false'),
  sameDate('LAST_DATES.set(timeZone, { quarter, date });', 'LAST_DATES.set(timeZone, { quarter, date }); → ;'),
  {
    file: 'packages/primitives/src/iso-date.ts',
    line: "const part = (type: Intl.DateTimeFormatPartTypes): string => parts.find((candidate) => candidate.type === type)?.value ?? '';",
    change: "'' → 'mutant'",
    why: 'the formatter gives every part that is asked for: the value is for the compiler',
  },
  sameDate('if (known !== undefined) return known;', 'known !== undefined → false'),
  sameDate('FORMATTERS.set(timeZone, made);', 'FORMATTERS.set(timeZone, made); → ;'),
  {
    file: 'packages/primitives/src/iso-date.ts',
    line: 'for (let round = 0; round < 2; round += 1) {',
    change: 'round < 2 → round <= 2',
    why: 'the second guess is right, and a third one finds it again',
  },
  iban('EE: /^\\d{16}$/,', '/^\\d{16}$/ → /\\d{16}$/'),
  iban('EE: /^\\d{16}$/,', '/^\\d{16}$/ → /^\\d{16}/'),
  iban('LT: /^\\d{16}$/,', '/^\\d{16}$/ → /\\d{16}$/'),
  iban('LT: /^\\d{16}$/,', '/^\\d{16}$/ → /^\\d{16}/'),
  iban('LV: /^[A-Z]{4}[A-Z0-9]{13}$/,', '/^[A-Z]{4}[A-Z0-9]{13}$/ → /[A-Z]{4}[A-Z0-9]{13}$/'),
  iban('LV: /^[A-Z]{4}[A-Z0-9]{13}$/,', '/^[A-Z]{4}[A-Z0-9]{13}$/ → /^[A-Z]{4}[A-Z0-9]{13}/'),
  {
    file: 'apps/server/src/modules/tpp-apps/return-url.ts',
    line: "const [, origin, rest = ''] = PLAIN_URL.exec(url) ?? [];",
    change: "'' → 'mutant'",
    why: MATCHED,
  },
  {
    file: 'apps/server/src/modules/tpp-apps/return-url.ts',
    line: 'if (origin === undefined) return undefined;',
    change: 'origin === undefined → false',
    why: 'no parsed origin is undefined, so the next comparison refuses it; the line is for the compiler',
  },
  {
    file: 'apps/server/src/modules/signing/sign/complete-signature.ts',
    line: 'deps.platform.clock.know(tx, session.sandboxId, now);',
    change: 'deps.platform.clock.know(tx, session.sandboxId, now); → ;',
    why: 'what is not known is asked again, and time stands still inside a transaction',
  },
  {
    file: 'apps/server/src/modules/signing/sign/complete-signature.ts',
    line: 'if (thing === undefined || !isSameContent) throw contentChanged(kind);',
    change: 'thing === undefined → false',
    why: 'without a thing there is no hash, and that is no content that a phone was asked for: the first question is for the compiler',
  },
  expiry('state === undefined → false'),
  expiry('false → undefined'),
  expiry('false → true'),
  recorded('state === undefined → false'),
  recorded("throw new Error('The table of states allows no signature.'); → ;"),
  recorded("'The table of states allows no signature.' → ''"),
];
