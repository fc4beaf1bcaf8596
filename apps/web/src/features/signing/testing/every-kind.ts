/** What the tests of every page know of each kind: a new kind is one row. */
import type { SigningResult, SigningSessionOf } from '@portico/contract';
import { type ModalId, SIGNING_KINDS, SIGNING_MODALS, type SigningKind, STATUS_FIELDS } from '@portico/contract/values';
import type { FakeServer } from '../../../shared/api/fake-server.ts';
import { consentServer, consentSigned, namedConsent } from './consent-fixtures.ts';
import { ACCEPTED, bulkSession, cancellationServer, futureSession, paidServer, periodicResult, periodicSession } from './paid-fixtures.ts';
import { paymentSession, signedResult } from './signing-fixtures.ts';
import { openStatement, statementServer, statementSigned } from './statement-fixtures.ts';

interface Row<Kind extends SigningKind> {
  readonly open: SigningSessionOf<Kind>;
  readonly serve: (session: SigningSessionOf<Kind>) => FakeServer;
  /** Response of `PUT`. */
  readonly signed: SigningResult;
  /** Of a session that is opened again: a status with which its signature took effect, and what that means for the customer. */
  readonly done: string;
  readonly effect: string;
  readonly refused: string;
  readonly nothing: string;
}

const PAID = {
  signed: signedResult,
  effect: 'The bank carried it out. It is not done a second time.',
  refused: 'You cancelled this payment',
  nothing: 'Nothing was signed and no money has moved.',
} as const;
const CANCELLED = {
  signed: { transactionStatus: 'CANC', signedAt: '2026-11-20T12:00:00Z' },
  done: 'CANC',
  refused: 'You left the payment as it was',
  nothing: 'Nothing was cancelled.',
} as const;

/** A row of the table, of whichever kind, with what its name alone says. */
export interface KindOfPage extends Omit<Row<SigningKind>, 'serve'> {
  readonly kind: SigningKind;
  readonly modalId: ModalId;
  /** Path segment of its details. */
  readonly details: string;
  readonly isCancellation: boolean;
  readonly statusField: (typeof STATUS_FIELDS)[number];
  /** @param changes of the open session */
  readonly serve: (changes?: object) => FakeServer;
}

export const PAGES: Readonly<Record<SigningKind, KindOfPage>> = {
  payment: pageOf('payment', {
    ...PAID,
    open: paymentSession(),
    serve: (session) => paidServer('payment', session),
    done: 'ACCC',
  }),
  'periodic-payment': pageOf('periodic-payment', {
    ...PAID,
    open: periodicSession(),
    serve: (session) => paidServer('periodic-payment', session),
    signed: periodicResult,
    done: 'ACSC',
  }),
  'bulk-payment': pageOf('bulk-payment', {
    ...PAID,
    open: bulkSession(),
    serve: (session) => paidServer('bulk-payment', session),
    done: 'ACSC',
  }),
  consent: pageOf('consent', {
    open: namedConsent,
    serve: consentServer,
    signed: consentSigned,
    done: 'valid',
    effect: 'The provider has the access that you gave.',
    refused: 'You refused this access',
    nothing: 'Nothing was signed and no access was given.',
  }),
  'transactions-statement': pageOf('transactions-statement', {
    open: openStatement,
    serve: statementServer,
    signed: statementSigned,
    done: 'valid',
    effect: 'The provider can read the statement that you signed.',
    refused: 'You refused this statement',
    nothing: 'Nothing was signed and no transactions were shared.',
  }),
  'payment-cancellation': pageOf('payment-cancellation', {
    ...CANCELLED,
    open: futureSession(),
    serve: (session) => cancellationServer('payment', session),
    effect: 'The payment is cancelled and will not be made.',
  }),
  'periodic-payment-cancellation': pageOf('periodic-payment-cancellation', {
    ...CANCELLED,
    open: { ...periodicSession(ACCEPTED), kind: 'periodic-payment-cancellation' },
    serve: (session) => cancellationServer('periodic-payment', session),
    effect: 'No new payment begins. A payment that the bank had already accepted is still made.',
  }),
  'bulk-payment-cancellation': pageOf('bulk-payment-cancellation', {
    ...CANCELLED,
    open: { ...bulkSession({ ...ACCEPTED, requestedExecutionDate: '2026-12-24' }), kind: 'bulk-payment-cancellation' },
    serve: (session) => cancellationServer('bulk-payment', session),
    effect: 'None of its payments will be made.',
  }),
};

export const EVERY_KIND: readonly KindOfPage[] = SIGNING_KINDS.map((kind) => PAGES[kind]);

function pageOf<Kind extends SigningKind>(kind: Kind, row: Row<Kind>): KindOfPage {
  const statusField = STATUS_FIELDS.find((field) => field in row.open.details);
  if (statusField === undefined) throw new Error(`The details of a ${kind} have no status.`);
  return {
    ...row,
    kind,
    modalId: SIGNING_MODALS[kind],
    details: kind.replace('-cancellation', ''),
    isCancellation: kind.endsWith('-cancellation'),
    statusField,
    serve: (changes = {}) => row.serve({ ...row.open, ...changes }),
  };
}
