/** The visitor of the bank's own pages: the customer of this browser's bank session, with the companies for which they sign. */
import type { Visitor } from '@portico/contract';
import type { FastifyRequest } from 'fastify';
import type { Platform } from '#platform/platform.ts';
import { type Bank, type Customer, type SigningParty, signatoryNameOf } from '../bank/index.ts';
import type { BankSession, SignIn } from './sign-in.ts';
import { visitorUnknown } from './sign-in-refusals.ts';

export interface VisitorDeps {
  readonly platform: Pick<Platform, 'db'>;
  readonly bank: Pick<Bank, 'findCustomer' | 'listRoles' | 'listSignedFor'>;
  readonly signIn: Pick<SignIn, 'currentSession' | 'isByPerson'>;
}

export interface BankVisitor {
  readonly session: BankSession;
  readonly customer: Customer;
  readonly companies: readonly SigningParty[];
  /** The person may choose another role. */
  readonly hasRoles: boolean;
}

/**
 * `touch`: the call counts as activity. @throws UiRefusal 410: no session, an ended one, or one whose customer was removed or is now another
 * person.
 */
export async function requireVisitor(
  { platform, bank, signIn }: VisitorDeps,
  request: FastifyRequest,
  options: { readonly touch: boolean },
): Promise<BankVisitor> {
  const session = await signIn.currentSession(request, options);
  const customer = session === undefined ? undefined : await bank.findCustomer(session);
  if (session === undefined || customer === undefined || !signIn.isByPerson(session, customer)) throw visitorUnknown();
  const [companies, roles] = await Promise.all([bank.listSignedFor(platform.db, customer), bank.listRoles(platform.db, customer)]);
  return { session, customer, companies, hasRoles: roles.length > 1 };
}

export function toVisitor({ session, customer, companies, hasRoles }: BankVisitor): Visitor {
  const company = customer.type === 'company' ? customer.name : companies[0]?.name;
  return {
    name: signatoryNameOf(customer),
    bankCountry: session.country,
    authMethod: session.authMethod,
    ...(company !== undefined && { company }),
    ...(hasRoles && { hasRoles: true as const }),
  };
}
