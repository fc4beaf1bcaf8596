/** Who stands at the bank's own pages: the customer of this browser's bank session, for himself and for the companies he signs for. */
import type { Visitor } from '@portico/contract';
import type { FastifyRequest } from 'fastify';
import type { Platform } from '#platform/platform.ts';
import { type Bank, type Customer, type SigningParty, signatoryNameOf } from '../bank/index.ts';
import type { BankSession, SignIn } from './sign-in.ts';
import { visitorUnknown } from './sign-in-refusals.ts';

export interface VisitorDeps {
  readonly platform: Pick<Platform, 'db'>;
  readonly bank: Pick<Bank, 'findCustomer' | 'listSignedFor'>;
  readonly signIn: Pick<SignIn, 'currentSession' | 'isByPerson'>;
}

export interface BankVisitor {
  readonly session: BankSession;
  readonly customer: Customer;
  readonly companies: readonly SigningParty[];
}

/** `touch`: this is activity. @throws UiRefusal 410: no session, one that ended, or one of somebody who is no customer, or not this one's person, any more. */
export async function requireVisitor(
  { platform, bank, signIn }: VisitorDeps,
  request: FastifyRequest,
  options: { readonly touch: boolean },
): Promise<BankVisitor> {
  const session = await signIn.currentSession(request, options);
  const customer = session === undefined ? undefined : await bank.findCustomer(session);
  if (session === undefined || customer === undefined || !signIn.isByPerson(session, customer)) throw visitorUnknown();
  return { session, customer, companies: await bank.listSignedFor(platform.db, customer) };
}

export function toVisitor({ session, customer }: BankVisitor): Visitor {
  return { name: signatoryNameOf(customer), bankCountry: session.country, authMethod: session.authMethod };
}
