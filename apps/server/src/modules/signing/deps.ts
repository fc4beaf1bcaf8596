/** Dependencies of the signing engine. */
import type { SigningKind } from '@portico/contract';
import type { Bank } from '#modules/bank/index.ts';
import type { Sca } from '#modules/sca/index.ts';
import type { SignIn } from '#modules/sign-in/index.ts';
import type { Platform } from '#platform/platform.ts';
import type { Signable } from './signing.ts';

export interface SigningDeps {
  readonly platform: Pick<Platform, 'config' | 'db' | 'write' | 'clock' | 'random' | 'jobs'>;
  readonly bank: Bank;
  readonly sca: Sca;
  readonly signIn: SignIn;
  /** Aborted when the process stops: waiting calls respond at once, and clients repeat them on another server. */
  readonly shutdown: { readonly signal: AbortSignal };
}

/** The engine's dependencies, including the lookup of a kind by the name stored with the session. */
export interface EngineDeps extends SigningDeps {
  readonly kindOf: (kind: SigningKind) => Signable;
  /** The kinds whose page reads `ui/{kind}/details`. */
  readonly kindsReadAs: (kind: SigningKind) => readonly SigningKind[];
  /** All registered kinds. */
  readonly signables: () => readonly Signable[];
}
