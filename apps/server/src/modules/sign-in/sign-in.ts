/**
 * The sign-in page's calls and the customer's bank session. The authorization server and the signing pages open a sign-in and pass the address
 * to which the customer goes afterwards.
 */
import type { AuthMethod, BankCountry, Locale, SignInDetails } from '@portico/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Reader } from '#platform/db/database.ts';
import type { Owner, Person } from '../bank/index.ts';

export type SignInPurpose = SignInDetails['purpose'];

export interface OpenSignIn {
  /** `bank`: the customer opened one of the bank's own pages; `tppName` and `tppApplicationName` are then the bank's name. */
  readonly purpose: SignInPurpose;
  /** Authorization: oidc-provider's interaction uid, which becomes the sign-in's id. Signing: absent, and a new id is created. */
  readonly id?: string;
  /** The application that sent the customer; absent for the bank's own pages. */
  readonly appId?: string;
  /** Signing: the signing session that the customer opened. */
  readonly signingSessionId?: string;
  readonly tppName: string;
  readonly tppApplicationName: string;
  readonly bankCountry: BankCountry;
  readonly locale: Locale;
  /** Only customers of this sandbox may complete the sign-in: the application's. Absent: any. */
  readonly sandboxId?: string;
  /** Only this customer may complete the sign-in (signing); absent for an authorization. */
  readonly customerId?: string;
  /** Target of a completed sign-in. Purpose `signing`: the address without its last segment, `/bank/sca`. Purpose `bank`: the page. */
  readonly returnTo?: string;
  /** The last segment, a secret from `random.secret()`. The browser stores it; the database does not. */
  readonly returnSecret?: string;
  /** Target of 'cancel': the provider's failure or success URL; for an authorization its `fpgurl`, if given. */
  readonly cancelTo?: string;
}

export interface BankSession {
  readonly sessionHash: string;
  /** The sign-in that began the session. It stays the same when the person takes another role, which replaces the session. */
  readonly signInId: string;
  readonly sandboxId: string;
  readonly customerId: string;
  readonly country: BankCountry;
  readonly authMethod: AuthMethod;
  readonly signedInAt: Date;
  readonly deviceKeyHash: string;
  /** Seconds until the session expires without activity, whole seconds of tenant time. */
  readonly secondsLeft: number;
  readonly signedInFor: SignedInFor;
  /** The person who signed in (`digestPerson`); undefined for a session that an earlier version started. */
  readonly person: string | undefined;
}

/** The reason for the sign-in. Both members are undefined for the bank's own pages, and after the person has taken another role. */
export interface SignedInFor {
  /** The application that sent the customer. Names do not identify it, because two applications can have the same names. */
  readonly appId: string | undefined;
  /** The signing session that the customer opened; undefined for an authorization request. */
  readonly signingSessionId: string | undefined;
}

/** The end of an authorization's sign-in, which only the authorization server can perform; wired in `build-app.ts`. */
export interface AuthorizationInteractions {
  /**
   * Passes the customer, and the person who signed in (`digestPerson`), to the interaction and returns the URL that resumes it: in this browser, for five
   * minutes from `completedAt`. Real time.
   */
  complete(
    request: FastifyRequest,
    reply: FastifyReply,
    customer: Owner & { authMethod: AuthMethod; person: string | undefined; deviceKeyHash: string; completedAt: Date },
  ): Promise<string>;
  /** Ends the interaction with `access_denied`; returns the URL that carries the error to the provider. */
  deny(request: FastifyRequest, reply: FastifyReply): Promise<string>;
}

export interface SignIn {
  /** Stores the sign-in, binds it to this browser, and returns the page's path: `/bank/sign-in/{id}`. */
  open(request: FastifyRequest, reply: FastifyReply, input: OpenSignIn): Promise<string>;
  /**
   * Returns this browser's live bank session (5 min idle, 30 min in total); `touch`: the call counts as activity.
   * The call may write (activity, the end of an idle session): never call it inside `platform.write`.
   */
  currentSession(request: FastifyRequest, options: { touch: boolean }): Promise<BankSession | undefined>;
  /** True while the bank still names the person who signed in as the one who authenticates for this customer. */
  isByPerson(session: Pick<BankSession, 'person'>, customer: Person): boolean;
  /** True when this customer has a live bank session in any browser. */
  isAtTheBank(reader: Reader, owner: Owner): Promise<boolean>;
  /** Hash of the device cookie of the browser in which this customer signed in last; undefined when there is none. */
  lastBrowser(reader: Reader, owner: Owner): Promise<string | undefined>;
  /** Hash of this browser's bank cookie, for 24 h even after the session has ended. It decides who may see the way back. */
  browserSessionHash(request: FastifyRequest): string | undefined;
  /**
   * The customer comes back from the page on which the bank authenticates. Returns the path of the sign-in's page; undefined when the return is not about a
   * sign-in. The page decides whether this browser opened the sign-in.
   */
  returnFromBank(request: FastifyRequest, reply: FastifyReply, back: ReturnedFromBank): Promise<string | undefined>;
}

/** What the bank's redirect is about. */
export interface ReturnedFromBank {
  readonly challengeId: string;
  /** The audit chain of what asked for it. */
  readonly chain: string;
}
