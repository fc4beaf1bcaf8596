/** The statements of one signed payment as patterns: ids of the payment and new values become slots, the rest stays as captured. */
import { createHash } from 'node:crypto';
import type { CapturedStatement } from './capture-statements.ts';
import { copies, SQL } from './rehearsal.ts';

export interface StatementPattern {
  readonly connection: number;
  readonly text: string;
  /** Texts with slots such as `{digits}` and `{fresh1}`. */
  readonly values: readonly (string | null)[];
}

/** Values for the slots of one copy, by name. */
export function slotsOf(index: number, customers: number): Readonly<Record<SlotName, string>> {
  const customer = copies.customerOf(index, customers);
  return {
    digits: copies.digits(index),
    signingIdHash: sha256(copies.signingId(index)),
    bankSessionHash: sha256(copies.bankCookie(customer)),
    customer: copies.customer(customer),
    account: copies.account(customer),
    deviceHash: copies.deviceHash(customer),
    iban: copies.iban(customer),
  };
}

export type SlotName = keyof typeof SQL;

/** Ids that the server creates for one signature. */
const FRESH_ID = /\b(clm|chl|ltx)_([0-9a-z]{26})\b/g;

/** Turns the server's statements for copy `index` into patterns. */
export function toPatterns(captured: readonly CapturedStatement[], index: number, customers: number): readonly StatementPattern[] {
  const fresh = new Map<string, string>();
  const slots = Object.entries(slotsOf(index, customers));
  const toPattern = (value: string): string => {
    const known = slots.reduce((text, [name, given]) => text.replaceAll(given, `{${name}}`), value);
    return known.replace(FRESH_ID, (_whole, prefix: string, random: string) => {
      const name = fresh.get(random) ?? `fresh${fresh.size + 1}`;
      fresh.set(random, name);
      return `${prefix}_{${name}}`;
    });
  };
  return captured.map(({ connection, text, values }) => ({
    connection,
    text,
    values: values.map((value) => (value === null ? null : toPattern(value))),
  }));
}

const SLOT = /\{([a-zA-Z]+\d?)\}/;

/** Returns a function that fills the slots of one text; `freshOf` gives the values of `fresh…` slots. */
export function compilePattern(
  pattern: string | null,
): (slots: Readonly<Record<string, string>>, freshOf: (name: string) => string) => string | null {
  if (pattern === null || !SLOT.test(pattern)) return () => pattern;
  const parts = pattern.split(SLOT);
  return (slots, freshOf) => parts.map((part, at) => (at % 2 === 0 ? part : (slots[part] ?? freshOf(part)))).join('');
}

/** Values of the `fresh…` slots of one payment: equal names have equal values. They sort by time, like the server's ids. */
export function createFresh(): (name: string) => string {
  const known = new Map<string, string>();
  return (name) => {
    const value = known.get(name) ?? Date.now().toString(32).padStart(10, '0') + Math.random().toString(36).slice(2).padEnd(16, '0').slice(0, 16);
    known.set(name, value);
    return value;
  };
}

/** The text as an SQL expression with the pgbench variables `i`, `c` and `fresh`. Its ids sort by copy, and therefore by time. */
export function toSqlExpression(pattern: string | null): string {
  if (pattern === null) return 'null';
  const parts = pattern.split(SLOT).map((part, at) => {
    if (at % 2 === 0) return part === '' ? undefined : toLiteral(part);
    return isSlot(part)
      ? SQL[part].replaceAll(/\bi::/g, '(:i)::').replaceAll(/\bc::/g, '(:c)::')
      : `lpad((:i)::text, 13, '${part.slice(-1)}') || lpad((:fresh)::text, 13, '0')`;
  });
  return parts.filter((part) => part !== undefined).join(' || ') || `''`;
}

/** pgbench reads `:name` as a variable even inside a literal. */
function toLiteral(text: string): string {
  return `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll(':', '\\x3a')}'`;
}

function isSlot(name: string): name is SlotName {
  return name in SQL;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
