/** Asks the bank for the outcome of a visit. A customer whom it names gets a challenge, which ends as every other one: counted, audited, used once. */
import { BANK_TENANT } from '../../bank/index.ts';
import type { VisitAtBank } from '../../sca/index.ts';
import { showDecoy } from '../decoy/decoy.ts';
import { isKnownBrowser } from '../known-browser-store.ts';
import type { SignInDeps } from '../sign-in-deps.ts';
import { isLive } from '../sign-in-state.ts';
import { findSignIn, replaceVisit, type StoredSignIn, type Visit } from '../sign-in-store.ts';
import { attach, isEntitled } from '../start-authentication.ts';
import { visitOf } from './visit-at-bank.ts';

const ENDS = { refuse: 'refused', wrongCode: 'wrongCode', timeOut: 'timedOut', unreachable: 'unreachable', approve: 'unreachable' } as const;

/** Returns the sign-in as it is afterwards. Asks nothing before the customer came back, and nothing about a visit that has ended. */
export async function settleVisit(deps: SignInDeps, signIn: StoredSignIn): Promise<StoredSignIn> {
  const { sca, platform } = deps;
  const visit = signIn.decoy?.visit;
  const asked = visitOf(deps, signIn);
  if (visit === undefined || asked === undefined || !visit.isReturned || !isLive(signIn.state)) return signIn;
  if (signIn.decoy !== undefined && showDecoy(signIn.decoy, signIn.now).state !== 'started') return signIn;
  const outcome = await sca.visitOutcome(asked);
  if (outcome === undefined) return signIn;
  const isContinued = outcome.customerId !== undefined && (await continueAs(deps, signIn, { visit, asked, customerId: outcome.customerId }));
  if (!isContinued) {
    const end = ENDS[outcome.event];
    await platform.write(async ({ tx, audit }) => {
      if (!(await replaceVisit(tx, signIn, visit, { ...visit, end }))) return;
      const ids = { signInId: signIn.signInId, challengeId: visit.challengeId };
      const content = { end, ...(outcome.fault !== undefined && { fault: outcome.fault }) };
      await audit({ chain: asked.chain, sandboxId: BANK_TENANT, event: 'sign-in.bank-page-ended', ids, content });
    });
  }
  return (await findSignIn(platform.db, signIn.signInId)) ?? signIn;
}

interface NamedVisit {
  readonly visit: Visit;
  readonly asked: VisitAtBank;
  readonly customerId: string;
}

/** False: the person is no customer who may sign in here. */
async function continueAs(deps: SignInDeps, signIn: StoredSignIn, { visit, asked, customerId }: NamedVisit): Promise<boolean> {
  const { sca, bank, platform } = deps;
  const customer = await bank.findCustomer({ sandboxId: BANK_TENANT, customerId });
  if (customer === undefined || customer.country !== signIn.bankCountry || !isEntitled(signIn, customer, asked.method)) return false;
  const { sandboxId } = customer;
  const { deviceKeyHash, challengeId } = visit;
  const isKnown = await isKnownBrowser(platform.db, { deviceKeyHash, sandboxId, customerId });
  const { method, content, locale, chain: auditChain, provider, secondsLeft } = asked;
  const start = { customer, method, purpose: 'signIn', content, locale, deviceKeyHash, isKnownBrowser: isKnown, auditChain, provider } as const;
  await sca.startWith({ ...start, redirect: { challengeId, secondsLeft } }, (row) => attach(deps, signIn, customer, row));
  return true;
}
