/** The life of an application: created with its developer's first call or later, suspended and resumed by operators, closed when its developer leaves. */
import type { Tx } from '#platform/db/database.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { Platform } from '#platform/platform.ts';
import type { TakeOwnerTurn } from '#platform/threads/owner-turns.ts';
import type { AppOwner, NewRegistration, RegisteredApp, TppApps } from '../tpp-apps/index.ts';
import type { Tenancy } from './tenancy.ts';

/** An application with its sandbox. */
interface WhoseApplication {
  readonly sandboxId: string;
  readonly appId: string;
}

export interface OnboardingDeps {
  readonly platform: Pick<Platform, 'config' | 'db' | 'write'>;
  readonly tppApps: TppApps;
  /** Of developers. */
  readonly takeTurn: TakeOwnerTurn;
  readonly tenancy: Tenancy;
  /** Ends unfinished signing sessions and rejects their resources. */
  readonly endSignings: (context: WriteContext, whose: WhoseApplication) => Promise<void>;
  /** Ends the application's consents, statements and other access. */
  readonly endAccess: (context: WriteContext, whose: WhoseApplication) => Promise<void>;
  /** Deletes the application's request log. The row of a closed application stays. */
  readonly forgetLog: (tx: Tx, appId: string) => Promise<unknown>;
}

export interface DeveloperIdentity {
  readonly developerId: string;
  readonly email: string;
}

export interface Onboarding {
  /** Creates the developer's first application unless one exists. @throws UiRefusal 429. */
  start(developer: DeveloperIdentity): Promise<void>;
  /** Creates another application with its sandbox. @throws UiRefusal 400 FORMAT_ERROR, 409 LIMIT_REACHED, 429. */
  add(developer: DeveloperIdentity, clientName: string): Promise<RegisteredApp>;
  /** Creates an application that its provider registers. In the sandbox it belongs to a developer and has a sandbox. @throws UiRefusal 409 LIMIT_REACHED. */
  register(context: WriteContext, app: Omit<NewRegistration, 'sandboxId'>): Promise<RegisteredApp>;
  /** Erases or closes the owner's application, depending on the tenancy. Does nothing if there is none. @throws UiRefusal 429. */
  forgetApplication(owner: AppOwner): Promise<void>;
  /** Like {@link forgetApplication}, for all applications of the developer, in the caller's transaction. The caller has the developer's turn. */
  forgetDeveloper(context: WriteContext, developerId: string): Promise<void>;
  /**
   * A suspension also ends the application's tokens, signing sessions, consents and statements. Returns false if there is no such application.
   * `within`: the caller's transaction; absent: a new one.
   */
  setSuspended(clientId: string, isSuspended: boolean, within?: WriteContext): Promise<boolean>;
  /** False: an operator has to admit the application first, because customers would not learn who asks. */
  mayLift(app: Pick<RegisteredApp, 'admission'>): boolean;
}
