/** An application is made with its developer's first call, suspended and lifted by operators, and closed when its developer leaves. */
import type { Tx } from '#platform/db/database.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { Platform } from '#platform/platform.ts';
import type { TppApps } from '../tpp-apps/index.ts';
import type { Tenancy } from './tenancy.ts';

/** An application, wherever it lives. */
interface WhoseApplication {
  readonly sandboxId: string;
  readonly appId: string;
}

export interface OnboardingDeps {
  readonly platform: Pick<Platform, 'config' | 'db' | 'write'>;
  readonly tppApps: TppApps;
  readonly tenancy: Tenancy;
  /** Ends unfinished signing sessions; what they would have signed is rejected. */
  readonly endSignings: (context: WriteContext, whose: WhoseApplication) => Promise<void>;
  /** What lets the application read ends. */
  readonly endAccess: (context: WriteContext, whose: WhoseApplication) => Promise<void>;
  /** The application's row stays when its developer leaves, its log does not. */
  readonly forgetLog: (tx: Tx, appId: string) => Promise<unknown>;
}

export interface DeveloperIdentity {
  readonly developerId: string;
  readonly email: string;
}

export interface Onboarding {
  /** Makes the developer's application unless it exists. @throws UiRefusal 429. */
  start(developer: DeveloperIdentity): Promise<void>;
  /** The application goes. Harmless without one. */
  forgetDeveloper(context: WriteContext, developerId: string): Promise<void>;
  /** The application's tokens lapse, its signings, consents and statements end. False: there is no such application. */
  setSuspended(clientId: string, isSuspended: boolean): Promise<boolean>;
}
