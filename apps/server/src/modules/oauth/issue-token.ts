/** Issues access tokens without a sign-in: those of the developer's current test customer. They use the same rows as other tokens. */
import type { BankCountry, Locale } from '@portico/contract';
import { sha256Hex } from '#platform/crypto/hash.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { Random } from '#platform/random.ts';
import type { TppApp } from '../tpp-apps/index.ts';
import { toAccountId } from './account-id.ts';
import { type Artifact, upsertArtifact } from './artifact-store.ts';
import { BOUND_BY_PORTAL } from './security/profile.ts';
import { auditFamily, endFamily } from './token-family.ts';

const TOKEN_SECONDS = 3600;

export interface IssueToken {
  readonly app: Pick<TppApp, 'appId' | 'clientId' | 'sandboxId'>;
  readonly customerId: string;
  readonly bankCountry: BankCountry;
  readonly locale: Locale;
  /** Real time. */
  readonly now: Date;
}

export interface IssuedToken {
  /** This module stores only its hash. */
  readonly accessToken: string;
  /** Identifies the token's family, for its revocation. */
  readonly grantHash: string;
  /** Real time; the token expires in tenant time. */
  readonly expiresAt: Date;
}

export async function issueToken({ random }: { readonly random: Random }, context: WriteContext, input: IssueToken): Promise<IssuedToken> {
  const { app, customerId, bankCountry, locale, now } = input;
  const [accessToken, grantId] = [random.secret(), random.secret()];
  const [accountId, grantHash] = [toAccountId({ sandboxId: app.sandboxId, customerId }), sha256Hex(grantId)];
  const iat = Math.floor(now.getTime() / 1000);
  const times = { iat, exp: iat + TOKEN_SECONDS };
  const common = { sandboxId: app.sandboxId, appId: app.appId, clientId: app.clientId, customerId, grantHash, bankCountry, locale };
  const grant: Artifact = {
    ...common,
    model: 'Grant',
    idHash: grantHash,
    payload: { ...times, kind: 'Grant', accountId, clientId: app.clientId, openid: { scope: 'openid' } },
  };
  const token: Artifact = {
    ...common,
    model: 'AccessToken',
    idHash: sha256Hex(accessToken),
    // Browsers cannot attach certificates.
    boundTo: BOUND_BY_PORTAL,
    payload: { ...times, kind: 'AccessToken', accountId, clientId: app.clientId, grantId, scope: 'openid', gty: 'authorization_code' },
  };
  await upsertArtifact(context.tx, grant, TOKEN_SECONDS);
  await upsertArtifact(context.tx, token, TOKEN_SECONDS);
  await auditFamily(context, 'token.issued', common);
  return { accessToken, grantHash, expiresAt: new Date(times.exp * 1000) };
}

/** Revokes a family of tokens; does nothing when it was already deleted. */
export async function revokeTokens(context: WriteContext, grantHash: string): Promise<void> {
  await endFamily(context, grantHash);
}
