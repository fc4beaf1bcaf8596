/** The applications of third-party providers; `tpp-apps.ts` documents each call. */
import { SECRET_OVERLAP_SECONDS } from '@portico/contract/values';
import type { Config } from '#platform/config.ts';
import { equalsConstantTime, sha256Hex } from '#platform/crypto/hash.ts';
import { openText, sealText } from '#platform/crypto/seal-text.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import { UiRefusal } from '#platform/http/refusal.ts';
import type { Random } from '#platform/random.ts';
import type { AppOwner } from './app-owner.ts';
import { createBankNameCheck } from './bank-names.ts';
import * as changes from './change-store.ts';
import { checkChange } from './check-change.ts';
import { checkJwks } from './check-jwks.ts';
import { admitApp, decideChange, isPending, mergeChange, record } from './decide-change.ts';
import { isRedirectUri, isReturnUrl, type ReturnUrlRules } from './return-url.ts';
import * as store from './tpp-app-store.ts';
import type { NewApp, OpenedClient, RegisteredApp, SealedClient, TppApps } from './tpp-apps.ts';

export interface TppAppsDeps {
  readonly db: Db;
  readonly config: Pick<Config, 'mode' | 'keys'> & Partial<Pick<Config, 'bankName' | 'bankLegalName' | 'productName'>>;
  readonly random: Random;
  /** New applications are suspended until an operator admits them. Default: they may act at once. */
  readonly startsSuspended?: boolean;
}

const DIGESTS_MAX = 1_000;

export function createTppApps({ db, config, random, startsSuspended = false }: TppAppsDeps): TppApps {
  const key = config.keys.secrets;
  const findSealed = store.createSealedFinder(db);
  const rules: ReturnUrlRules = { allowsLoopbackHttp: config.mode !== 'production' };

  const { bankName, bankLegalName, productName } = config;
  const isNameOfBank = createBankNameCheck([bankName, bankLegalName, productName].filter((name) => name !== undefined));

  const digestOf = digestsOfSealed(key);

  /** Where applications start suspended, an application that may act was vetted: an operator has lifted the suspension. */
  const isVetted = ({ admission, isSuspended }: RegisteredApp) => admission !== undefined || (startsSuspended && !isSuspended);

  function insert(tx: Tx, app: NewApp, clientId: string): Promise<RegisteredApp> {
    const sealedSecret = sealText(key, random, clientId, random.secret());
    return store.insertApp(tx, { ...app, appId: random.id('app'), clientId, sealedSecret });
  }

  /** At once, or for a vetted application as a pending change. */
  async function changeOrAsk(context: WriteContext, app: RegisteredApp, change: changes.AppChange): Promise<RegisteredApp> {
    if (!isVetted(app)) {
      const changed = await changes.updateApp(context.tx, app, change);
      await record(context, 'application.changed', changed);
      return changed;
    }
    const pending = mergeChange(app, change, random.id('chg'));
    if (isPending(app, pending)) return app;
    const asked = await changes.writePendingChange(context.tx, app, pending);
    if (pending !== undefined) await record(context, 'application.change-requested', app, { changeId: pending.changeId }, pending);
    else if (app.pendingChange !== undefined) await record(context, 'application.change-withdrawn', app, { changeId: app.pendingChange.changeId });
    return asked;
  }

  function openSealed({ app, roles, security, sealedSecrets: [present, previous] }: SealedClient): OpenedClient {
    return {
      app,
      roles: roles ?? undefined,
      security: { ...security, jwks: security.jwks ?? undefined },
      isSecret(secret) {
        const given = sha256Hex(secret);
        // All accepted secrets are compared, and digests have one length, so the response time reveals nothing about a secret.
        const isPresent = equalsConstantTime(given, digestOf(app.clientId, present));
        const isPrevious = previous !== null && equalsConstantTime(given, digestOf(app.clientId, previous));
        return isPresent || isPrevious;
      },
    };
  }

  return {
    findByClientId: (clientId) => store.findApp(db, { clientId }),
    findByAppId: (appId) => store.findApp(db, { appId }),
    developerOf: (appId) => store.findDeveloper(db, appId),
    providerIdOf: (appId) => store.findProviderId(db, appId),

    async openClient(clientId) {
      const sealed = await findSealed(clientId);
      return sealed && openSealed(sealed);
    },
    openSealed,
    async secretsOf(appId) {
      const found = await store.findSealedSecrets(db, appId);
      return found === undefined ? [] : found.sealedSecrets.map((sealed) => openText(key, found.clientId, sealed));
    },

    isReturnUrl: (app, url) => isReturnUrl(url, app.redirectUris, rules),

    async upsert({ clientSecret, ...app }) {
      const refused = app.redirectUris.find((uri) => !isRedirectUri(uri, rules));
      if (refused !== undefined || app.redirectUris.length === 0) {
        throw new RangeError(`An application needs redirect URIs on https, or http on this machine in development; given: ${refused ?? 'none'}.`);
      }
      if (clientSecret.length === 0) throw new RangeError('An application needs a client secret.');
      await store.upsertApp(db, app, sealText(key, random, app.clientId, clientSecret));
    },

    listNames: store.listNames,
    findByDeveloper: store.findByDeveloper,
    async requireOfDeveloper(reader, owner) {
      const app = await store.findByDeveloper(reader, owner);
      if (app === undefined) throw applicationUnknown();
      return app;
    },
    listOfDeveloper: store.listOfDeveloper,
    search: store.searchApps,
    listByIds: store.listByIds,

    isNameOfBank,
    async listImitations(reader) {
      const named = await store.listCustomersNames(reader);
      return named.filter(({ clientName, registeredName }) => isNameOfBank(clientName) || isNameOfBank(registeredName));
    },

    async rename(context, clientId, clientName) {
      const change = checkChange({ clientName }, { ...rules, isNameOfBank });
      const app = await changes.lockApp(context.tx, { clientId });
      if (app === undefined) return undefined;
      const { pendingChange } = app;
      if (pendingChange?.clientName !== undefined) await changes.writePendingChange(context.tx, app, undefined);
      const renamed = await changes.updateApp(context.tx, app, change);
      await record(context, 'application.renamed', renamed, {}, { from: app.clientName, to: clientName });
      return renamed;
    },

    checkClientName: (clientName) => void checkChange({ clientName }, { ...rules, isNameOfBank }),

    async create(context, app) {
      const created = await insert(context.tx, app, random.id('tpp'));
      await record(context, 'application.created', created);
      return created;
    },

    checkRegistration({ clientName, redirectUris, contacts, jwks }) {
      checkChange({ clientName, redirectionUris: [...redirectUris], contacts: [...contacts] }, { ...rules, isNameOfBank });
      return { clientName, redirectUris, contacts, jwks: jwks && checkJwks(jwks) };
    },
    lockByClientId: (tx, clientId) => changes.lockApp(tx, { clientId }),
    changeLocked: changeOrAsk,
    async register(context, { admission, security, ...app }) {
      const created = await insert(context.tx, app, app.clientId);
      const registered = await changes.writeRegistration(context.tx, created, security, admission);
      const { clientName, redirectUris, contacts } = registered;
      const ids = { profile: security.profile, ...(security.providerId === undefined ? {} : { providerId: security.providerId }) };
      await record(context, 'application.registered', registered, ids, { ...admission, clientName, redirectUris, contacts });
      return registered;
    },

    async change(context, owner, change) {
      const accepted = checkChange(change, { ...rules, isNameOfBank });
      const { app } = await requireOwn(context.tx, owner);
      return changeOrAsk(context, app, accepted);
    },

    async withdrawChange(context, owner) {
      const { app } = await requireOwn(context.tx, owner);
      if (app.pendingChange === undefined) return app;
      await record(context, 'application.change-withdrawn', app, { changeId: app.pendingChange.changeId });
      return changes.writePendingChange(context.tx, app, undefined);
    },

    admit: admitApp,
    listPendingChanges: changes.listPendingChanges,
    decideChange,

    async setSecurity(context, owner, settings) {
      const { jwks, ...given } = settings;
      const accepted = { ...given, jwks: jwks && checkJwks(jwks) };
      const { app } = await requireOwn(context.tx, owner);
      const changed = await changes.writeSecurity(context.tx, app, accepted);
      const keys = changed.security.jwks?.keys.length ?? 0;
      await record(context, 'application.security-changed', changed, { profile: settings.profile }, { signsRequests: settings.signsRequests, keys });
      return changed;
    },

    async revealSecret(context, owner) {
      const { app, sealedSecret } = await requireOwn(context.tx, owner);
      await record(context, 'application.secret-revealed', app);
      return { clientSecret: openText(key, app.clientId, sealedSecret), previousSecretUntil: app.previousSecretUntil };
    },

    async rotateSecret(context, owner) {
      const { app } = await requireOwn(context.tx, owner);
      const clientSecret = random.secret();
      const sealed = sealText(key, random, app.clientId, clientSecret);
      const previousSecretUntil = await store.replaceSecret(context.tx, app, sealed, SECRET_OVERLAP_SECONDS);
      await record(context, 'application.secret-rotated', app);
      return { clientSecret, previousSecretUntil };
    },

    async setSuspended(context, clientId, isSuspended) {
      const app = await store.updateSuspension(context.tx, clientId, isSuspended);
      if (app !== undefined) await record(context, isSuspended ? 'application.suspended' : 'application.lifted', app);
      return app;
    },

    async close(context, app) {
      await store.closeApp(context.tx, app, sealText(key, random, app.clientId, random.secret()));
      await record(context, 'application.deleted', app);
    },

    forgetSandbox: store.deleteApps,
  };
}

/**
 * SHA-256 of sealed secrets. The digests are cached, because opening a secret costs several times the comparison. The sealed text is part of
 * the cache key and read from the database at each call, so a replaced secret stops working at once.
 */
function digestsOfSealed(key: Buffer): (clientId: string, sealed: string) => string {
  const kept = new Map<string, string>();
  return (clientId, sealed) => {
    const name = `${clientId} ${sealed}`;
    const known = kept.get(name);
    if (known !== undefined) return known;
    const digest = sha256Hex(openText(key, clientId, sealed));
    if (kept.size >= DIGESTS_MAX) kept.clear();
    kept.set(name, digest);
    return digest;
  };
}

async function requireOwn(tx: Tx, owner: AppOwner) {
  const own = await store.lockOfDeveloper(tx, owner);
  if (own === undefined) throw applicationUnknown();
  return own;
}

/** Says the same of an application of another developer as of one that does not exist. */
export function applicationUnknown(): UiRefusal {
  const fact = 'None of your applications has the client id of the header Tpp-Client-Id, or you have no application yet.';
  return new UiRefusal(404, 'NOT_FOUND', `${fact} GET /api/tpp/applications lists yours. A login at the portal makes the first one.`);
}
