/** As what the cancellation of a payment is signed: path segment of its calls, and the kind in what is signed. */

import { kindOf, type PaymentKind } from './kind.ts';
import type { AnyNewPayment } from './payment.ts';

export type CancellationKind = `${PaymentKind}-cancellation`;

export const cancellationKindOf = (payment: Pick<AnyNewPayment, 'bulk' | 'schedule'>): CancellationKind => `${kindOf(payment)}-cancellation`;
