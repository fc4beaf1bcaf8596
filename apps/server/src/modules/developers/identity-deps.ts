/** Dependencies of this module's use cases. */
import type { Mail } from '#platform/mail/mail.ts';
import type { Platform } from '#platform/platform.ts';
import type { TakeOwnerTurn } from '#platform/threads/owner-turns.ts';
import type { Developers, OnDeveloperDeleted } from './developers.ts';
import type { IdentityCookies } from './identity-cookies.ts';
import type { Passwords } from './passwords.ts';
import type { OpenIdConnect } from './social/open-id-connect.ts';

export type IdentityPlatform = Pick<Platform, 'config' | 'db' | 'write' | 'clock' | 'random' | 'log'>;

export interface IdentityBrowsers extends Pick<Developers, 'currentDeveloper'> {
  readonly cookies: IdentityCookies;
}

export interface IdentityDeps {
  readonly platform: IdentityPlatform;
  readonly mail: Pick<Mail, 'enqueue'>;
  readonly passwords: Passwords;
  readonly onDeleted: OnDeveloperDeleted;
  readonly takeTurn: TakeOwnerTurn;
  /** Undefined: Google is not offered. */
  readonly google: OpenIdConnect | undefined;
}
