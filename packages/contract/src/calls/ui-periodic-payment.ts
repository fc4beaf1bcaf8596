import type { Static } from 'typebox';
import { PeriodicPaymentDetails } from '../entities/periodic-payment.ts';
import { signingSession } from '../entities/signing-session.ts';
import { SignPaymentBody } from './ui-signing.ts';

/** Answer of `GET {api}/ui/periodic-payment/details`. Body and answer of `PUT` and `DELETE` are those of a single payment. */
export const PeriodicPaymentSigningSession = signingSession({ details: PeriodicPaymentDetails, submission: SignPaymentBody });
export type PeriodicPaymentSigningSession = Static<typeof PeriodicPaymentSigningSession>;
