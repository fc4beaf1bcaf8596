/**
 * What a customer orders ahead: a subscription, a payroll, a payment on a later day. All three are made, signed, read and cancelled
 * alike; what differs is what they say to the bank (Berlin Group NextGenPSD2).
 */
import { randomBytes } from 'node:crypto';
import { isoDateIn } from '@portico/primitives';
import type { BankCountry, BulkPaymentInitiation, PaymentInitiation, PaymentProductPath, PeriodicPaymentInitiation } from '../bank-types.ts';

export type Order =
  | { readonly kind: 'subscription'; readonly initiation: PeriodicPaymentInitiation }
  | { readonly kind: 'payroll'; readonly initiation: BulkPaymentInitiation }
  | { readonly kind: 'later'; readonly initiation: PaymentInitiation };
export const INSTRUCTION_KINDS = ['subscription', 'payroll', 'later'] as const satisfies readonly Order['kind'][];
export type InstructionKind = Order['kind'];

interface Common {
  /** The shop's own, 32 hexadecimal digits. */
  readonly instructionId: string;
  readonly country: BankCountry;
  readonly product: PaymentProductPath;
  readonly createdAt: string;
  /** Hash of the cookie of the browser that it belongs to. */
  readonly browserHash: string;
  /** Its id at the bank, once it was sent. */
  readonly paymentId: string | undefined;
}

export type Instruction = Common & Order;
/** What a form decides. */
export type NewInstruction = Pick<Common, 'country' | 'product'> & Order;

/** Where the shop shows it, and what the bank calls it. */
export const KINDS = {
  subscription: { path: '/subscriptions', service: 'periodic-payments', noun: 'subscription' },
  payroll: { path: '/payroll', service: 'bulk-payments', noun: 'payroll' },
  later: { path: '/pay-later', service: 'payments', noun: 'payment' },
} as const satisfies Readonly<Record<InstructionKind, { path: string; service: string; noun: string }>>;

export const pageOf = ({ kind, instructionId }: Pick<Instruction, 'kind' | 'instructionId'>) => `${KINDS[kind].path}/${instructionId}`;

export const newInstructionId = () => randomBytes(16).toString('hex');

/** Customers know it by this: on the statement, too. */
export const newNumber = () => `LB-${randomBytes(4).toString('hex').toUpperCase()}`;

/** The day at the bank's counters, `YYYY-MM-DD`: the three countries share one zone. */
export const bankToday = (now: number) => isoDateIn('Europe/Tallinn', new Date(now));
