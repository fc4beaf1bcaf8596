/** What payments ask of the platform, of lower modules and of signing, which is a higher tier and handed in. */
import type { ScaStatus } from '@portico/contract';
import type { Reader } from '#platform/db/database.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Clock } from '#platform/tenant/clock.ts';
import type { Bank } from '../bank/index.ts';
import type { SentCustomer } from '../tpp-apps/index.ts';
import type { CancellationKind } from './model/cancellation-kind.ts';
import type { PaymentKind } from './model/kind.ts';

export interface PaySignedDeps {
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly bank: Bank;
}

/** Opens a signing session in the same transaction as the thing to sign. */
export type OpenSigning = (
  context: WriteContext,
  input: SentCustomer & { readonly kind: PaymentSigningKind; readonly resourceId: string },
) => Promise<{ sessionId: string; scaRedirect: string }>;

export type PaymentSigningKind = PaymentKind | CancellationKind;

/** The signing sessions of one kind of one payment. */
interface SigningsOf {
  readonly sandboxId: string;
  readonly resourceId: string;
  readonly kind: PaymentSigningKind;
}

/** Ends the unfinished session; what it would have signed is left to the caller. Handed in, as {@link OpenSigning}. */
export type WithdrawSignings = (context: WriteContext, of: SigningsOf) => Promise<void>;
/** The oldest first. Handed in, as {@link OpenSigning}. */
export type ListSignings = (reader: Reader, of: SigningsOf) => Promise<readonly { readonly sessionId: string; readonly scaStatus: ScaStatus }[]>;
