/** The applications of third-party providers; `tpp-apps.ts` says what each call promises. */
import type { Config } from '#platform/config.ts';
import { equalsConstantTime, sha256Hex } from '#platform/crypto/hash.ts';
import type { Db } from '#platform/db/database.ts';
import type { Random } from '#platform/random.ts';
import { isRedirectUri, isReturnUrl, type ReturnUrlRules } from './return-url.ts';
import { openSecret, sealSecret } from './seal-secret.ts';
import { findApp, findSealedSecret, upsertApp } from './tpp-app-store.ts';
import type { TppApps } from './tpp-apps.ts';

export interface TppAppsDeps {
  readonly db: Db;
  readonly config: Pick<Config, 'mode' | 'keys'>;
  readonly random: Pick<Random, 'bytes'>;
}

export function createTppApps({ db, config, random }: TppAppsDeps): TppApps {
  const key = config.keys.secrets;
  const rules: ReturnUrlRules = { allowsLoopbackHttp: config.mode !== 'production' };
  return {
    findByClientId: (clientId) => findApp(db, { clientId }),
    findByAppId: (appId) => findApp(db, { appId }),

    async isClientSecret(clientId, secret) {
      const sealed = await findSealedSecret(db, clientId);
      // Digests have one length, so the comparison does not tell how long the secret is.
      const expected = sealed === undefined ? undefined : openSecret(key, clientId, sealed);
      return equalsConstantTime(sha256Hex(secret), sha256Hex(expected ?? '')) && expected !== undefined;
    },

    isReturnUrl: (app, url) => isReturnUrl(url, app.redirectUris, rules),

    async upsert({ clientSecret, ...app }) {
      const refused = app.redirectUris.find((uri) => !isRedirectUri(uri, rules));
      if (refused !== undefined || app.redirectUris.length === 0) {
        throw new RangeError(`An application needs redirect URIs on https, or http on this machine in development; given: ${refused ?? 'none'}.`);
      }
      if (clientSecret.length === 0) throw new RangeError('An application needs a client secret.');
      await upsertApp(db, app, sealSecret(key, random, app.clientId, clientSecret));
    },
  };
}
