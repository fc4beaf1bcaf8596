/** What the use cases of this module stand on. */
import type { Platform } from '#platform/platform.ts';
import type { Authenticator } from './authenticator.ts';

export type ScaPlatform = Pick<Platform, 'config' | 'db' | 'write' | 'clock' | 'random'>;

export interface ScaDeps {
  readonly platform: ScaPlatform;
  readonly authenticator: Authenticator;
}
