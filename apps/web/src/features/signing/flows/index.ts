/** Every kind of signing, flat. A new kind is one object and one line. */
import type { SigningFlow } from '../engine/signing-flow.ts';
import { consentFlow } from './consent.ts';
import { paymentFlow } from './payment.ts';
import { statementFlow } from './statement.ts';

export const signingFlows: readonly SigningFlow[] = [paymentFlow, consentFlow, statementFlow];
