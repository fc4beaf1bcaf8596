/** The applications of third-party providers: they call the XS2A API, and their redirect URIs limit where customers are redirected. */
import type { ApplicationChange, SecuritySettings } from '@portico/contract';
import type { ProviderRole, SecurityProfile } from '@portico/contract/values';
import type { Reader, Tx } from '#platform/db/database.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { AppOwner } from './app-owner.ts';

export interface TppApp {
  readonly appId: string;
  readonly sandboxId: string;
  readonly clientId: string;
  /** `clientName`: shown as `tppApplicationName`. */
  readonly clientName: string;
  /** The provider's registered name: shown as `tppName`. */
  readonly registeredName: string;
  readonly redirectUris: readonly string[];
}

export interface SearchPage {
  readonly after?: string | undefined;
  /** At most 100. */
  readonly limit?: number;
}

/** What customers read of an application. */
export type CustomersNames = Pick<TppApp, 'clientId' | 'clientName' | 'registeredName'>;

export type AppNames = Pick<TppApp, 'appId' | 'clientName' | 'registeredName'>;

/** An application with the data for its developer and operators. */
export interface RegisteredApp extends TppApp {
  readonly developerId: string | undefined;
  readonly contacts: readonly string[];
  /** Real time until which the secret before the last rotation is accepted; undefined when it is not. */
  readonly previousSecretUntil: Date | undefined;
  readonly isSuspended: boolean;
  /** The values that an operator vetted; undefined: the application has not been admitted. */
  readonly admission: Admission | undefined;
  readonly security: AppSecurity;
  /** A change that the owner of an admitted application requested. The present values stay in force until an operator approves it. */
  readonly pendingChange: PendingChange | undefined;
}

/** Public keys (RFC 7517 §5). */
export interface JwkSet {
  readonly keys: readonly Readonly<Record<string, unknown>>[];
}

/** How an application authenticates. */
interface AppSecurity {
  readonly profile: SecurityProfile;
  /** True: its calls of the API must be signed. */
  readonly signsRequests: boolean;
  /** The provider that its certificates name; undefined: it has had none. */
  readonly providerId?: string | undefined;
  /** Public keys of `private_key_jwt`; undefined: it has none. */
  readonly jwks?: JwkSet | undefined;
}

/** The values that an operator enters when an application is admitted. */
export interface AdmissionEntry {
  readonly registeredName: string;
  readonly authorisationNumber: string;
  readonly roles: readonly ProviderRole[];
}

export interface Admission extends Omit<AdmissionEntry, 'registeredName'> {
  readonly admittedAt: Date;
}

/** Absent members stay unchanged. */
export interface PendingChange {
  /** A new id for every change of the content, so that an operator approves exactly what they read. */
  readonly changeId: string;
  /** Real time. */
  readonly requestedAt: Date;
  readonly clientName?: string;
  readonly redirectUris?: readonly string[];
  readonly contacts?: readonly string[];
  /** Of an application that its provider registered: no page changes its keys. */
  readonly jwks?: JwkSet;
}

/** A change without its time, which the database sets. */
export type NewChange = Omit<PendingChange, 'requestedAt'>;

export interface TppApps {
  /** Finds an application that may act; suspended ones are not found. */
  findByClientId(clientId: string): Promise<TppApp | undefined>;
  findByAppId(appId: string): Promise<TppApp | undefined>;
  /** Id of an application's developer; undefined where it has none. */
  developerOf(appId: string): Promise<string | undefined>;
  /** Id of the provider that an application's certificates name; undefined where it has none. */
  providerIdOf(appId: string): Promise<string | undefined>;
  /** Names of the providers of these applications, including suspended and closed ones. */
  listNames(reader: Reader, sandboxId: string, appIds: readonly string[]): Promise<readonly AppNames[]>;
  /** Like {@link findByClientId}, for a call that also carries the secret. */
  openClient(clientId: string): Promise<OpenedClient | undefined>;
  /** The same for a client that another statement has already read. */
  openSealed(client: SealedClient): OpenedClient;
  /**
   * The accepted client secrets in plain text, the present one first, for signatures of the bank. Empty: the application is suspended or gone, or its
   * provider registered it and was never told its secret.
   */
  secretsOf(appId: string): Promise<readonly string[]>;
  /** True when the URL's scheme, host and port equal those of a redirect URI of the application. Any path; no userinfo, no fragment. */
  isReturnUrl(app: Pick<TppApp, 'redirectUris'>, url: string): boolean;
  /** Creates or updates the demo application. */
  upsert(app: TppApp & { readonly clientSecret: string }): Promise<void>;

  /** Undefined for an application that does not exist or belongs to another developer. */
  findByDeveloper(reader: Reader, owner: AppOwner): Promise<RegisteredApp | undefined>;
  /** As {@link findByDeveloper}. @throws UiRefusal 404 instead of undefined. */
  requireOfDeveloper(reader: Reader, owner: AppOwner): Promise<RegisteredApp>;
  /** The developer's applications, oldest first. */
  listOfDeveloper(reader: Reader, developerId: string): Promise<readonly RegisteredApp[]>;
  /**
   * Finds at most 100 applications by part of client id, names or contacts; all for an empty text. In the order of the client ids, after one of them
   * if it is given. For operators.
   */
  search(reader: Reader, text: string, page?: SearchPage): Promise<readonly RegisteredApp[]>;
  /** Suspended ones too, by client id. For operators. */
  listByIds(reader: Reader, appIds: readonly string[]): Promise<readonly RegisteredApp[]>;
  /** True for a name that looks or sounds like the bank's. Customers read the registered name, too, which the register gives. */
  isNameOfBank(name: string): boolean;
  /**
   * Applications of which a name passes for the bank's: it was accepted before such names were refused, the bank has another name now, or an operator
   * has confirmed the registered name. For operators.
   */
  listImitations(reader: Reader): Promise<readonly CustomersNames[]>;
  /**
   * Gives an application another client name at once, for operators, and drops a pending change of the name. Undefined: there is no such
   * application. Audited. @throws UiRefusal 400 FORMAT_ERROR.
   */
  rename(context: WriteContext, clientId: string, clientName: string): Promise<RegisteredApp | undefined>;
  /** @throws UiRefusal 400 FORMAT_ERROR with the path `clientName`. */
  checkClientName(clientName: string): void;
  /** Creates an application of the developer with a new client id and secret. */
  create(context: WriteContext, app: NewApp): Promise<RegisteredApp>;
  /**
   * The values as they are stored. @throws UiRefusal 400 FORMAT_ERROR with the path of the invalid value: `clientName`, `redirectionUris[0]`,
   * `contacts[0]` or `jwks.keys[0]`.
   */
  checkRegistration(values: RegisteredValues): RegisteredValues;
  /** Suspended and closed ones too. The application stays locked until the transaction ends. */
  lockByClientId(tx: Tx, clientId: string): Promise<RegisteredApp | undefined>;
  /**
   * Changes an application to values that {@link checkRegistration} accepted, as {@link change} does: those of a vetted application wait for an
   * operator. The same values again keep the pending change; the present values withdraw it. Keys are left as they are where `jwks` is undefined.
   */
  changeLocked(context: WriteContext, app: RegisteredApp, values: RegisteredValues): Promise<RegisteredApp>;
  /** Creates an application whose values {@link checkRegistration} accepted. No call tells its secret. Audited. */
  register(context: WriteContext, app: NewRegistration): Promise<RegisteredApp>;
  /**
   * Changes an application. For an admitted application it creates a pending change, or extends the existing one: see `pendingChange`.
   * @throws UiRefusal 400 FORMAT_ERROR with the path of the invalid value; 404.
   */
  change(context: WriteContext, owner: AppOwner, change: ApplicationChange): Promise<RegisteredApp>;
  /** Deletes the pending change; does nothing where there is none. @throws UiRefusal 404. */
  withdrawChange(context: WriteContext, owner: AppOwner): Promise<RegisteredApp>;
  /**
   * Admits an application after an operator has vetted the provider: sets registered name, authorisation number and roles, and lets it act.
   * `fingerprint` identifies the values that the operator read. Undefined: there is no such application. @throws AdmissionMistake.
   */
  admit(context: WriteContext, clientId: string, entry: AdmissionEntry, fingerprint: string): Promise<RegisteredApp | undefined>;
  /** Applications with a pending change, oldest first; at most 100. */
  listPendingChanges(reader: Reader): Promise<readonly RegisteredApp[]>;
  /** Approves or rejects a pending change. Undefined: there is no such change. */
  decideChange(context: WriteContext, changeId: string, decision: 'approve' | 'reject'): Promise<RegisteredApp | undefined>;
  /**
   * Sets profile, signatures and keys of an application at once, and its provider when one is given. Audited.
   * @throws UiRefusal 400 FORMAT_ERROR with the path of the invalid key, 404.
   */
  setSecurity(context: WriteContext, owner: AppOwner, settings: NewSecurity): Promise<RegisteredApp>;

  /** Returns the secret in plain text; audited. @throws UiRefusal 404. */
  revealSecret(context: WriteContext, owner: AppOwner): Promise<RevealedAppSecret>;
  /** Creates a new secret. The present one stays valid for 24 h, an older one becomes invalid. @throws UiRefusal 404. */
  rotateSecret(context: WriteContext, owner: AppOwner): Promise<RevealedAppSecret>;
  /** Suspends an application or lifts the suspension, for operators. Undefined when there is no such application. Audited. */
  setSuspended(context: WriteContext, clientId: string, isSuspended: boolean): Promise<RegisteredApp | undefined>;
  /**
   * Closes an application whose customers remain: deletes its developer, contacts and secret; it can never act again. Its name and
   * ids remain, because customers' orders refer to them.
   */
  close(context: WriteContext, app: RegisteredApp): Promise<void>;
  /** Deletes the applications of a sandbox. */
  forgetSandbox(tx: Tx, sandboxId: string): Promise<void>;
}

/** Without `providerId` the provider stays. */
export interface NewSecurity extends Omit<SecuritySettings, 'jwks'>, Pick<AppSecurity, 'jwks' | 'providerId'> {}

/** An application with its accepted secrets: the present one, then the previous one or null. */
export interface SealedClient {
  readonly app: TppApp;
  readonly sealedSecrets: readonly [string, string | null];
  /** Null: the application has not been admitted. */
  readonly roles: readonly ProviderRole[] | null;
  readonly security: Pick<AppSecurity, 'profile' | 'signsRequests'> & { readonly jwks: JwkSet | null };
}

export interface OpenedClient {
  readonly app: TppApp;
  /** Roles of its admission; undefined: the application has not been admitted, and no role limits it. */
  readonly roles: readonly ProviderRole[] | undefined;
  readonly security: Omit<AppSecurity, 'providerId'>;
  /** Compares in constant time with the present secret and, for a while after a rotation, with the previous one. */
  isSecret(secret: string): boolean;
}

export interface NewApp {
  /** Undefined: its provider registered it, and no developer has an account for it. */
  readonly developerId: string | undefined;
  readonly sandboxId: string;
  readonly clientName: string;
  readonly registeredName: string;
  readonly redirectUris: readonly string[];
  readonly contacts: readonly string[];
}

/** What a provider says about its application when it registers it. */
export interface RegisteredValues {
  readonly clientName: string;
  readonly redirectUris: readonly string[];
  readonly contacts: readonly string[];
  readonly jwks: JwkSet | undefined;
}

/** An application that its provider registers with a certificate. */
export interface NewRegistration extends NewApp {
  readonly clientId: string;
  readonly security: NewSecurity;
  /** From the certificate; undefined: an operator has to vet it first, and the application is suspended. */
  readonly admission: AdmissionEntry | undefined;
}

export interface RevealedAppSecret {
  readonly clientSecret: string;
  readonly previousSecretUntil: Date | undefined;
}
