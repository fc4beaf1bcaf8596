/** The applications of third-party providers: who calls the XS2A API, and which origins a customer may be sent back to. */
import type { ApplicationChange } from '@portico/contract';
import type { ProviderRole } from '@portico/contract/values';
import type { Reader, Tx } from '#platform/db/database.ts';
import type { WriteContext } from '#platform/db/run-write.ts';

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

export type AppNames = Pick<TppApp, 'appId' | 'clientName' | 'registeredName'>;

/** An application as its developer and operators see it. */
export interface RegisteredApp extends TppApp {
  readonly developerId: string | undefined;
  readonly contacts: readonly string[];
  /** Real time until which the secret before the last rotation is accepted; undefined when it is not. */
  readonly previousSecretUntil: Date | undefined;
  readonly isSuspended: boolean;
  /** What an operator vetted; undefined: the application has not been admitted. */
  readonly admission: Admission | undefined;
  /** What the owner asked to change of what was vetted. The present values stay in force until an operator approves it. */
  readonly pendingChange: PendingChange | undefined;
}

/** What an operator enters when an application is admitted. */
export interface AdmissionEntry {
  readonly registeredName: string;
  readonly authorisationNumber: string;
  readonly roles: readonly ProviderRole[];
}

export interface Admission extends Omit<AdmissionEntry, 'registeredName'> {
  readonly admittedAt: Date;
}

/** Members that are absent stay as they are. */
export interface PendingChange {
  /** New with every change of its content, so that an operator approves what was read. */
  readonly changeId: string;
  /** Real time. */
  readonly requestedAt: Date;
  readonly clientName?: string;
  readonly redirectUris?: readonly string[];
  readonly contacts?: readonly string[];
}

/** Before it is stored, which dates it. */
export type NewChange = Omit<PendingChange, 'requestedAt'>;

export interface TppApps {
  /** An application that may act; a suspended one is not found. */
  findByClientId(clientId: string): Promise<TppApp | undefined>;
  findByAppId(appId: string): Promise<TppApp | undefined>;
  /** Id of the developer of an application; undefined where it has none. */
  developerOf(appId: string): Promise<string | undefined>;
  /** What the providers of these applications are called, whatever became of them. */
  listNames(reader: Reader, sandboxId: string, appIds: readonly string[]): Promise<readonly AppNames[]>;
  /** Like {@link findByClientId}, for a call that also brings the secret. */
  openClient(clientId: string): Promise<OpenedClient | undefined>;
  /** The same of one that a statement of the caller's own has read. */
  openSealed(client: SealedClient): OpenedClient;
  /** True when the URL's scheme, host and port equal one of the application's redirect URIs, path free, no userinfo, no fragment. */
  isReturnUrl(app: Pick<TppApp, 'redirectUris'>, url: string): boolean;
  /** Creates or refreshes the demo application. */
  upsert(app: TppApp & { readonly clientSecret: string }): Promise<void>;

  findByDeveloper(reader: Reader, developerId: string): Promise<RegisteredApp | undefined>;
  /** By part of client id, names or contacts; all with an empty text. For operators, at most 100. */
  search(reader: Reader, text: string): Promise<readonly RegisteredApp[]>;
  /** The developer's application with a fresh client id and secret. */
  create(context: WriteContext, app: NewApp): Promise<RegisteredApp>;
  /**
   * Of an application that an operator vetted the change only waits: see `pendingChange`. A further change is added to one that waits.
   * @throws UiRefusal 400 FORMAT_ERROR with the path of what cannot be accepted; 404.
   */
  change(context: WriteContext, developerId: string, change: ApplicationChange): Promise<RegisteredApp>;
  /** Drops what waits for approval; harmless where nothing waits. @throws UiRefusal 404. */
  withdrawChange(context: WriteContext, developerId: string): Promise<RegisteredApp>;
  /**
   * An operator has vetted the provider: its registered name, authorisation number and roles hold from now on, and it may act.
   * `fingerprint` is that of the values which the operator read. Undefined: there is no such application. @throws AdmissionMistake.
   */
  admit(context: WriteContext, clientId: string, entry: AdmissionEntry, fingerprint: string): Promise<RegisteredApp | undefined>;
  /** Applications with a change that waits, the oldest first; at most 100. */
  listPendingChanges(reader: Reader): Promise<readonly RegisteredApp[]>;
  /** Approves or rejects a change. Undefined: no such change waits. */
  decideChange(context: WriteContext, changeId: string, decision: 'approve' | 'reject'): Promise<RegisteredApp | undefined>;
  /** The secret in plain text; audited. @throws UiRefusal 404. */
  revealSecret(context: WriteContext, developerId: string): Promise<RevealedAppSecret>;
  /** A new secret; the present one stays valid for 24 h, one before that dies. @throws UiRefusal 404. */
  rotateSecret(context: WriteContext, developerId: string): Promise<RevealedAppSecret>;
  /** Operators' switch; undefined when there is no such application. Audited. */
  setSuspended(context: WriteContext, clientId: string, isSuspended: boolean): Promise<RegisteredApp | undefined>;
  /**
   * The end of an application whose customers stay: its developer, contacts and secret are gone and it never acts again. Its name and
   * ids remain, because customers' orders refer to them.
   */
  close(context: WriteContext, app: RegisteredApp): Promise<void>;
  /** Deletes the applications of a sandbox. */
  forgetSandbox(tx: Tx, sandboxId: string): Promise<void>;
}

/** With the secrets that are accepted now, the present one first; where there is no second one, null. */
export interface SealedClient {
  readonly app: TppApp;
  readonly sealedSecrets: readonly [string, string | null];
  /** Null: the application has not been admitted. */
  readonly roles: readonly ProviderRole[] | null;
}

export interface OpenedClient {
  readonly app: TppApp;
  /** Of its admission; undefined: it has not been admitted, and no role limits it. */
  readonly roles: readonly ProviderRole[] | undefined;
  /** Constant-time comparison with the encrypted secret and, for a while after a rotation, with the one before. */
  isSecret(secret: string): boolean;
}

export interface NewApp {
  readonly developerId: string;
  readonly sandboxId: string;
  readonly clientName: string;
  readonly registeredName: string;
  readonly redirectUris: readonly string[];
  readonly contacts: readonly string[];
}

export interface RevealedAppSecret {
  readonly clientSecret: string;
  readonly previousSecretUntil: Date | undefined;
}
