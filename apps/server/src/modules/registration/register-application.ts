/** Registers the application of a provider; `registration.ts` documents the call. */
import { isDeepStrictEqual } from 'node:util';
import { secondsUntilAllowed, spendAllowance } from '#platform/allowances/allowance-store.ts';
import { networksOf } from '#platform/allowances/network-of.ts';
import { hmacSha256Hex } from '#platform/crypto/hash.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import { OAuthRefusal, UiRefusal } from '#platform/http/refusal.ts';
import type { IdentifiedProvider } from '../provider-identity/index.ts';
import { AdmissionMistake, type RegisteredApp, readAdmission } from '../tpp-apps/index.ts';
import type { AskedRegistration, Registration, RegistrationParts } from './registration.ts';

const DAY_SECONDS = 24 * 60 * 60;
/** Calls with an accepted certificate, also those whose body is refused. */
const PER_PROVIDER_PER_DAY = 20;
/** Several providers may call through one service provider. */
const PER_NETWORK_PER_DAY = 200;
/** As the header `Tpp-Client-Id` and the operators' commands take it. */
const CLIENT_ID = /^[\w.-]{1,64}$/;

export function createRegistration(parts: RegistrationParts): Registration {
  const { platform, tppApps, providers, onboarding, isSandbox } = parts;
  const { config, write, clock } = platform;

  return {
    async countCall({ certificate: { organizationId } }, ip) {
      await requireAllowance(parts, organizationId, ip);
    },

    async register(provider, asked) {
      const { certificate } = provider;
      const { organizationId } = certificate;
      if (!CLIENT_ID.test(organizationId)) throw unusualIdentifier(organizationId, config.supportContact);
      return write(async (context) => {
        const { providerId, developerId, blockedAt } = await providers.lock(context, certificate);
        // Another server may have kept its verdict of the certificate.
        if (blockedAt !== undefined) throw refused(`The bank blocked the certificate. Contact the bank: ${config.supportContact}`);
        if (isSandbox && developerId === undefined) throw withoutDeveloper(organizationId);
        const present = await tppApps.lockByClientId(context.tx, organizationId);
        if (present !== undefined) return { app: await change(parts, context, { present, providerId, developerId }, asked), issuedAt: undefined };
        const { profile, jwks, clientName, redirectUris, contacts } = asked;
        const admission = admissionOf(parts, certificate);
        const app = await onboarding.register(context, {
          ...{ developerId, clientId: organizationId, clientName, redirectUris, contacts, admission },
          registeredName: admission?.registeredName ?? `${organizationId} (not verified)`,
          security: { profile, signsRequests: false, jwks, providerId },
        });
        await providers.addCertificate(context, app, provider);
        return { app, issuedAt: await clock.realNow(context.tx) };
      });
    },
  };
}

/** Outside the write of the registration, so that refused calls count too. @throws UiRefusal 429. */
async function requireAllowance({ platform: { config, db } }: RegistrationParts, organizationId: string, ip: string): Promise<void> {
  const keyOf = (what: string, value: string) => `registration:${what}:${hmacSha256Hex(config.keys.secrets, `registration:${what}:${value}`)}`;
  const allowances = [
    { key: keyOf('provider', organizationId), max: PER_PROVIDER_PER_DAY, windowSeconds: DAY_SECONDS },
    ...networksOf(ip).map(({ name, share }) => ({ key: keyOf('network', name), max: PER_NETWORK_PER_DAY * share, windowSeconds: DAY_SECONDS })),
  ];
  for (const allowance of allowances) {
    if (await spendAllowance(db, allowance)) continue;
    const seconds = Math.max(1, await secondsUntilAllowed(db, allowance));
    const text =
      'Too many registrations were tried with this certificate or from this network today. Nothing was registered. Try again after Retry-After.';
    throw new UiRefusal(429, 'RATE_LIMITED', text, { headers: { 'retry-after': String(seconds) } });
  }
}

/**
 * What the certificate says, by the rules of an operator's admission (docs/decisions/0068). Undefined: the name may deceive customers, or passes for
 * the bank's. An operator decides then.
 */
function admissionOf({ tppApps }: RegistrationParts, { name, organizationId, roles }: IdentifiedProvider['certificate']) {
  try {
    const admission = readAdmission({ name, number: organizationId, roles: roles.join(',') });
    return tppApps.isNameOfBank(admission.registeredName) ? undefined : admission;
  } catch (error) {
    if (error instanceof AdmissionMistake) return undefined;
    throw error;
  }
}

const refused = (text: string): UiRefusal => new UiRefusal(401, 'NOT_SIGNED_IN', text);

function unusualIdentifier(organizationId: string, contact: string): UiRefusal {
  return refused(`The identifier ${organizationId} has signs that a client_id cannot have. Ask the bank to admit your application: ${contact}`);
}

function withoutDeveloper(organizationId: string): UiRefusal {
  return refused(
    `In the sandbox an application belongs to a developer, and ${organizationId} is no provider of one. Sign up at the portal and register with a test certificate.`,
  );
}

interface Present {
  readonly present: RegisteredApp;
  /** Of the certificate. */
  readonly providerId: string;
  readonly developerId: string | undefined;
}

/** @throws OAuthRefusal 400 for what no registration changes, UiRefusal 401. */
async function change(
  { tppApps, platform, isSandbox }: RegistrationParts,
  context: WriteContext,
  { present, providerId, developerId }: Present,
  asked: AskedRegistration,
): Promise<RegisteredApp> {
  const { supportContact } = platform.config;
  const { clientId, security } = present;
  // A closed application keeps its client id, and an operator may have given this one to an application of another provider.
  const isOwners = present.developerId === developerId || present.developerId === undefined;
  if (security.providerId !== providerId || !isOwners || (isSandbox && present.developerId === undefined)) throw ofAnother(clientId, supportContact);
  if (asked.profile !== security.profile || (asked.jwks === undefined) !== (security.jwks === undefined))
    throw otherSecurity(clientId, supportContact);
  // The page of an application changes keys at once, so two ways would overtake each other.
  if (present.developerId !== undefined && !isDeepStrictEqual(asked.jwks, security.jwks)) throw keysOnPage();
  const { clientName, redirectUris, contacts, jwks } = asked;
  return tppApps.changeLocked(context, present, { clientName, redirectUris, contacts, jwks });
}

const unchanged = (text: string): OAuthRefusal => new OAuthRefusal(400, 'invalid_client_metadata', `${text} Nothing was changed.`);

function ofAnother(clientId: string, contact: string): OAuthRefusal {
  return unchanged(`The client_id ${clientId} belongs to an application that this certificate does not change. Ask the bank: ${contact}`);
}

function otherSecurity(clientId: string, contact: string): OAuthRefusal {
  const members = 'token_endpoint_auth_method, require_pushed_authorization_requests';
  return unchanged(
    `${clientId} is registered, and a registration does not change how it proves itself (${members}). Send the values of the first registration, or ask the bank: ${contact}`,
  );
}

function keysOnPage(): OAuthRefusal {
  return unchanged('jwks: The keys of this application are changed in the portal, on the page Certificates. Send the present keys here.');
}
