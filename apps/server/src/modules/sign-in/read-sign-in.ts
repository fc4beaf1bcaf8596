/** What the sign-in page shows. */
import type { AuthMethod, BankCountry, BankMethod, BankPage, SignInChallenge, SignInDetails } from '@portico/contract';
import { IDENTITY_FIELDS_OF } from '@portico/contract/values';
import type { FastifyRequest } from 'fastify';
import { signatoryNameOf } from '../bank/index.ts';
import type { Challenge, Sca } from '../sca/index.ts';
import { readShown, type ShownChallenge } from './decoy/decoy.ts';
import type { SignInDeps } from './sign-in-deps.ts';
import type { StoredSignIn } from './sign-in-store.ts';
import { visitOf } from './visit/visit-at-bank.ts';

/** The country's methods that can be carried out here, in the bank's order. */
export function methodsOf(deps: Pick<SignInDeps, 'bank' | 'sca'>, country: BankCountry): readonly AuthMethod[] {
  return deps.bank.authMethodsOf(country).filter((method) => deps.sca.isOffered(method));
}

export async function readDetails(deps: SignInDeps, request: FastifyRequest, signIn: StoredSignIn): Promise<SignInDetails> {
  const challenge = await readShown(deps.sca, signIn);
  const testCustomer = await findTestCustomer(deps, request, signIn);
  return {
    purpose: signIn.purpose,
    tppName: signIn.tppName,
    tppApplicationName: signIn.tppApplicationName,
    bankCountry: signIn.bankCountry,
    locale: signIn.locale,
    methods: [...methodsOf(deps, signIn.bankCountry)],
    deviceLinkMethods: methodsOf(deps, signIn.bankCountry).filter((method) => deps.sca.offersLink(method)),
    ...(deps.sca.ownMethods === undefined ? {} : { bankMethods: ownMethodsOf(deps, signIn.bankCountry) }),
    hasTestDevice: deps.sca.testDevice !== undefined,
    ...(testCustomer === undefined ? {} : { testCustomer }),
    // Approved but not yet completed counts: the reloaded page goes on from there.
    challengeRunning: challenge !== undefined && isUsable(challenge),
  };
}

function ownMethodsOf(deps: SignInDeps, country: BankCountry): BankMethod[] {
  const offered = methodsOf(deps, country);
  return (deps.sca.ownMethods ?? []).filter(({ method }) => offered.includes(method));
}

/** With the first method that asks for nothing but the personal code. */
async function findTestCustomer(deps: SignInDeps, request: FastifyRequest, signIn: StoredSignIn): Promise<SignInDetails['testCustomer']> {
  const { bankCountry: country, onlySandboxId: sandboxId, onlyCustomerId: customerId } = signIn;
  const customer = await deps.findTestCustomer?.(request, { country, sandboxId, customerId });
  const asksCodeOnly = (method: AuthMethod) => IDENTITY_FIELDS_OF[method].every((field) => field === 'nationalIdentityNumber');
  const method = methodsOf(deps, country).find((one) => customer?.authMethods.includes(one) === true && asksCodeOnly(one));
  if (customer === undefined || method === undefined) return undefined;
  return { name: signatoryNameOf(customer), method, nationalIdentityNumber: customer.nationalIdentityNumber };
}

/** The challenge that runs, or ran last. */
export async function readChallenge(sca: Sca, signIn: StoredSignIn): Promise<Challenge | undefined> {
  return signIn.authentication === undefined ? undefined : sca.read(signIn.authentication.challengeId);
}

export function isUsable(challenge: ShownChallenge): boolean {
  return challenge.state === 'started' || challenge.state === 'approved';
}

export async function toSignInChallenge(deps: SignInDeps, signIn: StoredSignIn, challenge: ShownChallenge | undefined): Promise<SignInChallenge> {
  const { sca } = deps;
  const { locale } = signIn;
  if (challenge === undefined) return { state: 'none' };
  const { state, method, controlCode, calculatorNumber, secondsLeft, challengeId, linkToken } = challenge;
  const token = challengeId ?? linkToken;
  const deviceLink = token === undefined ? undefined : sca.deviceLink({ token, ...challenge }, { purpose: 'signIn', locale });
  const bankPage = await readBankPage(deps, signIn, challenge);
  return {
    state,
    method,
    ...(controlCode === undefined ? {} : { controlCode }),
    ...(calculatorNumber === undefined ? {} : { calculatorNumber }),
    ...(deviceLink === undefined ? {} : { deviceLink }),
    ...(bankPage === undefined ? {} : { bankPage }),
    secondsLeft,
  };
}

async function readBankPage(
  deps: SignInDeps,
  signIn: StoredSignIn,
  { visit, challengeId, state, redirect }: ShownChallenge,
): Promise<BankPage | undefined> {
  if (challengeId !== undefined) return deps.sca.bankPage({ challengeId, state, redirect });
  const asked = visit === undefined ? undefined : visitOf(deps, signIn);
  if (visit === undefined || asked === undefined) return undefined;
  return state === 'started' ? deps.sca.visitPage(asked, visit.isReturned) : { isReturned: visit.isReturned };
}
