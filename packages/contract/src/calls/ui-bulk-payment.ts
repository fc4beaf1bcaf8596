import type { Static } from 'typebox';
import { BulkPaymentDetails } from '../entities/bulk-payment.ts';
import { signingSession } from '../entities/signing-session.ts';
import { SignPaymentBody } from './ui-signing.ts';

/** Answer of `GET {api}/ui/bulk-payment/details`. Body and answer of `PUT` and `DELETE` are those of a single payment; the fee is that of all items. */
export const BulkPaymentSigningSession = signingSession({ details: BulkPaymentDetails, submission: SignPaymentBody });
export type BulkPaymentSigningSession = Static<typeof BulkPaymentSigningSession>;
