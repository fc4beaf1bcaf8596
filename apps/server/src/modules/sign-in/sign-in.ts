/**
 * The bank's door: the sign-in page's calls and the customer's bank session. The authorization server and the signing pages open
 * a sign-in and are told where the customer goes afterwards.
 */
import type { AuthMethod, BankCountry, Locale, SignInDetails } from '@portico/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Reader } from '#platform/db/database.ts';
import type { Owner, Person } from '../bank/index.ts';

export type SignInPurpose = SignInDetails['purpose'];

export interface OpenSignIn {
  /** `bank`: for the bank's own pages, where nobody sent the customer; `tppName` and `tppApplicationName` are then the bank's name. */
  readonly purpose: SignInPurpose;
  /** Authorization: oidc-provider's interaction uid, which becomes the sign-in's id. Signing: absent, a fresh id is made. */
  readonly id?: string;
  /** The application that sent the customer; absent for the bank's own pages. */
  readonly appId?: string;
  /** Signing: the session that the customer comes to sign. */
  readonly signingSessionId?: string;
  readonly tppName: string;
  readonly tppApplicationName: string;
  readonly bankCountry: BankCountry;
  readonly locale: Locale;
  /** Only customers of this sandbox may end it: the application's. Absent: any. */
  readonly sandboxId?: string;
  /** Only this customer may end it (signing); absent for an authorization. */
  readonly customerId?: string;
  /** Where a finished sign-in of purpose `signing` goes, without its last segment: `/bank/sca`; of purpose `bank`, the page. */
  readonly returnTo?: string;
  /** That last segment, a secret of `random.secret()`: the browser keeps it, the database never sees it. */
  readonly returnSecret?: string;
  /** Where 'cancel' goes: the provider's failure or success URL; for an authorization its `fpgurl`, if it gave one. */
  readonly cancelTo?: string;
}

export interface BankSession {
  readonly sessionHash: string;
  readonly sandboxId: string;
  readonly customerId: string;
  readonly country: BankCountry;
  readonly authMethod: AuthMethod;
  readonly signedInAt: Date;
  readonly deviceKeyHash: string;
  /** Until it ends if nothing is done, whole seconds of tenant time. */
  readonly secondsLeft: number;
  readonly signedInFor: SignedInFor;
  /** Who signed in (`digestPerson`); undefined of a session that an earlier version began. */
  readonly person: string | undefined;
}

/** What the sign-in was made for. Both are undefined for the bank's own pages. */
export interface SignedInFor {
  /** The application that sent the customer. Names are no identity: two applications can have the same names. */
  readonly appId: string | undefined;
  /** The session that the customer came to sign; undefined for an authorization request. */
  readonly signingSessionId: string | undefined;
}

/** What only the authorization server can do at the end of its sign-ins; wired in `build-app.ts`. */
export interface AuthorizationInteractions {
  /** Hands the signed-in customer to the interaction and answers the URL that resumes it. */
  complete(
    request: FastifyRequest,
    reply: FastifyReply,
    customer: { sandboxId: string; customerId: string; authMethod: AuthMethod },
  ): Promise<string>;
  /** Ends the interaction with `access_denied`; answers the URL that carries it to the TPP. */
  deny(request: FastifyRequest, reply: FastifyReply): Promise<string>;
}

export interface SignIn {
  /** Stores the sign-in, binds it to this browser, and answers the page's path: `/bank/sign-in/{id}`. */
  open(request: FastifyRequest, reply: FastifyReply, input: OpenSignIn): Promise<string>;
  /**
   * The live bank session of this browser (5 min idle, 30 min in all); reading it counts as activity when `touch`.
   * It may write (activity, the end of an idle session): never call it inside `platform.write`.
   */
  currentSession(request: FastifyRequest, options: { touch: boolean }): Promise<BankSession | undefined>;
  /** Is it still the person who signed in that authenticates for this customer, as the bank names that person now? */
  isByPerson(session: Pick<BankSession, 'person'>, customer: Person): boolean;
  /** Does this customer have a live bank session in any browser? */
  isAtTheBank(reader: Reader, owner: Owner): Promise<boolean>;
  /** Hash of this browser's bank cookie even when its session has ended (24 h): decides who may see the way back. */
  browserSessionHash(request: FastifyRequest): string | undefined;
}
