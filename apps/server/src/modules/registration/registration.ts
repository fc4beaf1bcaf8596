/** The registration of applications by their providers (RFC 7591): a certificate takes the place of an account and of an operator. */
import type { SecurityProfile } from '@portico/contract/values';
import type { Platform } from '#platform/platform.ts';
import type { Onboarding } from '../onboarding/index.ts';
import type { CreatedProviderIdentity, IdentifiedProvider } from '../provider-identity/index.ts';
import type { RegisteredApp, RegisteredValues, TppApps } from '../tpp-apps/index.ts';

export interface RegistrationParts {
  readonly platform: Pick<Platform, 'config' | 'db' | 'write' | 'clock'>;
  readonly tppApps: Pick<TppApps, 'checkRegistration' | 'lockByClientId' | 'changeLocked' | 'isNameOfBank'>;
  readonly providers: Pick<CreatedProviderIdentity['providers'], 'lock' | 'addCertificate'>;
  readonly onboarding: Pick<Onboarding, 'register'>;
  /** True: an application has a sandbox, and belongs to the developer for whom the sandbox issued the certificate. */
  readonly isSandbox: boolean;
}

/** What a provider asks for. Other members of its request are ignored (RFC 7591 §2). */
export interface AskedRegistration extends RegisteredValues {
  readonly profile: Exclude<SecurityProfile, 'basic'>;
  /** Its tokens are bound to a DPoP key. */
  readonly isBoundByDpop: boolean;
}

export interface Registered {
  /** With its pending change, if it has one. */
  readonly app: RegisteredApp;
  /** Undefined: it was registered before this call. */
  readonly issuedAt: Date | undefined;
}

export interface Registration {
  /**
   * Counts a call with an accepted certificate, before its body is read: keys and names cost the server work before they are refused.
   * @param ip of the caller, for the limit of its network
   * @throws UiRefusal 429
   */
  countCall(provider: IdentifiedProvider, ip: string): Promise<void>;
  /**
   * Creates the application of a provider, whose identifier becomes its client id. Its registered name, authorisation number and roles are those of
   * the certificate; a name that may deceive customers waits for an operator.
   * A provider that has an application asks for a change of it (docs/decisions/0107): a vetted one keeps its values until an operator approves.
   * @throws OAuthRefusal 400, UiRefusal 401, 409
   */
  register(provider: IdentifiedProvider, asked: AskedRegistration): Promise<Registered>;
}
