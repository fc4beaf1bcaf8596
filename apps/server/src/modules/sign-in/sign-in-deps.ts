/** Dependencies of this module's use cases. */
import type { BankCountry } from '@portico/contract';
import type { FastifyRequest } from 'fastify';
import type { Platform } from '#platform/platform.ts';
import type { Bank, Customer } from '../bank/index.ts';
import type { Sca } from '../sca/index.ts';
import type { AuthorizationInteractions } from './sign-in.ts';

export type SignInPlatform = Pick<Platform, 'config' | 'db' | 'write' | 'clock' | 'random' | 'log'>;

export interface SignInDeps {
  readonly platform: SignInPlatform;
  readonly bank: Pick<Bank, 'authMethodsOf' | 'findCustomer' | 'findCustomerByIdentity' | 'findCustomerByUserNumber' | 'listRoles'>;
  readonly sca: Sca;
  /** The authorization server depends on this module, so `build-app.ts` passes its two functions in. */
  readonly interactions: AuthorizationInteractions;
  /** Absent with a bank's own core. */
  readonly findTestCustomer?: FindTestCustomer | undefined;
}

/** The test customer as whom the developer who is signed in to the portal in this browser signs in with one press. */
export type FindTestCustomer = (
  request: FastifyRequest,
  wanted: { readonly country: BankCountry; readonly sandboxId: string | undefined; readonly customerId: string | undefined },
) => Promise<Customer | undefined>;
