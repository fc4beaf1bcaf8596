/** The kind under which the cancellation of a payment is signed. */
import type { SigningKind } from '@portico/contract';
import { kindOf } from './kind.ts';
import type { AnyNewPayment } from './payment.ts';

export const cancellationKindOf = (payment: Pick<AnyNewPayment, 'bulk' | 'schedule'>): SigningKind => `${kindOf(payment)}-cancellation`;
