/** The certificates of applications; `certificates.ts` documents each call. */
import { CERTIFICATES_PER_USE_MAX, type CertificateUse } from '@portico/contract/values';
import { secondsUntilAllowed, spendAllowance } from '#platform/allowances/allowance-store.ts';
import type { Reader } from '#platform/db/database.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { Platform } from '#platform/platform.ts';
import { lockTenant } from '#platform/tenant/tenant-store.ts';
import type { TakeOwnerTurn } from '#platform/threads/owner-turns.ts';
import { type AppOwner, applicationUnknown, type RegisteredApp, type TppApps } from '../../tpp-apps/index.ts';
import type { TestCertificates } from '../test-certificates.ts';
import { otherForm } from '../trust/other-form.ts';
import { certificateKnown, certificateUnknown, notAcceptable, tooManyCertificates, tooManyListed, tooManyUploads } from './certificate-refusals.ts';
import type { AppCertificate, NewAppCertificate } from './certificate-row.ts';
import * as store from './certificate-store.ts';
import type { Certificates } from './certificates.ts';
import { checkSecurity } from './check-security.ts';
import { findOtherForm } from './find-other-form.ts';
import { findProviderOfDeveloper, forgetProviderOfDeveloper } from './provider-store.ts';
import { readUpload } from './read-upload.ts';
import { recordCertificate } from './record-certificate.ts';
import { requireProvider } from './require-provider.ts';
import { addStates, toWire, type WithState } from './show-certificates.ts';

/** What an installation has for certificates. */
export interface Installation {
  /** Undefined before a bank's own core. */
  readonly testCertificates: TestCertificates | undefined;
  /** Origin of the API by mutual TLS; undefined: this installation has none. */
  readonly mtlsOrigin: string | undefined;
  /** False before a bank's own core, where certificates are required. */
  readonly isBasicAllowed: boolean;
  /** Of developers. */
  readonly takeTurn: TakeOwnerTurn;
}

type Applications = Pick<TppApps, 'findByDeveloper' | 'setSecurity'>;

/** Each upload leaves a row, also after the certificate was removed. */
const UPLOADS_PER_DAY = 100;
const DAY_SECONDS = 24 * 60 * 60;

/** @throws UiRefusal 429. */
async function spendUpload(reader: Reader, { developerId }: AppOwner): Promise<void> {
  const allowance = { key: `certificate-upload:${developerId}`, max: UPLOADS_PER_DAY, windowSeconds: DAY_SECONDS };
  if (await spendAllowance(reader, allowance)) return;
  throw tooManyUploads(UPLOADS_PER_DAY, Math.max(1, await secondsUntilAllowed(reader, allowance)));
}

export function createCertificates(platform: Platform, tppApps: Applications, installation: Installation): Certificates {
  const { testCertificates, mtlsOrigin, isBasicAllowed, takeTurn } = installation;
  const { db, write, random, clock } = platform;
  const withStates = (reader: Reader, found: readonly AppCertificate[]) => addStates(clock, testCertificates, reader, found);

  async function ownApp(reader: Reader, owner: AppOwner): Promise<RegisteredApp> {
    const app = await tppApps.findByDeveloper(reader, owner);
    if (app === undefined) throw applicationUnknown();
    return app;
  }

  const listOf = async (reader: Reader, { appId }: RegisteredApp) => withStates(reader, await store.listCertificates(reader, appId));

  /** Changes of one application's certificates run one after another. */
  function change<Result>(owner: AppOwner, work: (context: WriteContext, app: RegisteredApp) => Promise<Result>): Promise<Result> {
    return takeTurn(owner.developerId, () =>
      write(async (context) => {
        const found = await ownApp(context.tx, owner);
        await lockTenant(context.tx, found.sandboxId);
        return work(context, await ownApp(context.tx, { ...owner, clientId: found.clientId }));
      }),
    );
  }

  async function require(reader: Reader, { appId }: RegisteredApp, certificateId: string): Promise<AppCertificate> {
    const found = await store.findCertificate(reader, appId, certificateId);
    if (found === undefined) throw certificateUnknown();
    return found;
  }

  async function show(reader: Reader, certificate: AppCertificate) {
    const [shown] = await withStates(reader, [certificate]);
    if (shown === undefined) throw certificateUnknown();
    return toWire(shown);
  }

  async function requireRoom(reader: Reader, app: RegisteredApp, uses: readonly CertificateUse[]): Promise<void> {
    const listed = await listOf(reader, app);
    if (listed.length + uses.length > store.LISTED_MAX) throw tooManyListed(store.LISTED_MAX);
    const counting = listed.filter(({ counts }) => counts);
    for (const use of uses) {
      if (counting.filter(({ certificate }) => certificate.use === use).length >= CERTIFICATES_PER_USE_MAX) throw tooManyCertificates(use);
    }
  }

  async function add(context: WriteContext, app: RegisteredApp, certificate: Omit<NewAppCertificate, 'certificateId' | 'appId' | 'sandboxId'>) {
    const { appId, sandboxId } = app;
    const added = { ...certificate, appId, sandboxId, certificateId: random.id('crt') };
    await store.insertCertificate(context.tx, added);
    await recordCertificate(context, certificate.source === 'issued' ? 'issued' : 'uploaded', added);
    return show(context.tx, await require(context.tx, app, added.certificateId));
  }

  async function page(owner: AppOwner) {
    // The authority may be created now, which writes.
    const caPem = await testCertificates?.caPem();
    const app = await ownApp(db, owner);
    const provider = await findProviderOfDeveloper(db, owner.developerId);
    const { profile, signsRequests, jwks } = app.security;
    return {
      certificates: (await listOf(db, app)).map(toWire),
      perUseMax: CERTIFICATES_PER_USE_MAX,
      now: (await clock.now(db, app.sandboxId)).toISOString(),
      security: { profile, signsRequests, ...(jwks === undefined ? {} : { jwks: { keys: jwks.keys.map((key) => ({ ...key })) } }) },
      ...(mtlsOrigin === undefined ? {} : { mtlsOrigin }),
      ...(caPem === undefined
        ? {}
        : { testAuthority: { caPem, ...(provider === undefined ? {} : { organizationId: provider.organizationId, name: provider.name }) } }),
    };
  }

  return {
    page,
    async upload(owner, pem) {
      const { der, certificate } = readUpload(pem);
      return change(owner, async (context, app) => {
        const { thumbprint, use, organizationId, roles, keyType, notBefore, notAfter } = certificate;
        const present = await store.findByThumbprint(context.tx, app.appId, thumbprint);
        if (present !== undefined && present.removedAt === undefined) throw certificateKnown();
        const known = await findOtherForm(context.tx, app.appId, certificate, der);
        if (known !== undefined) throw notAcceptable(otherForm(known).text, 'pem');
        await requireRoom(context.tx, app, [use]);
        await spendUpload(context.tx, owner);
        const form = { der, thumbprint, use, organizationId, roles, keyType, notBefore, notAfter };
        // A certificate that was removed was proved before, but others may have its key by now.
        return add(context, app, { ...form, source: 'uploaded', isProved: false });
      });
    },
    async remove(owner, certificateId) {
      await change(owner, async (context, app) => {
        const found = await require(context.tx, app, certificateId);
        await store.removeCertificate(context.tx, found);
        await recordCertificate(context, 'removed', found);
      });
    },
    setBlocked: (owner, certificateId, isBlocked) =>
      change(owner, async (context, app) => {
        const found = await require(context.tx, app, certificateId);
        if ((found.blockedAt !== undefined) !== isBlocked) {
          await store.setBlocked(context.tx, found, isBlocked);
          await recordCertificate(context, isBlocked ? 'blocked' : 'unblocked', found);
        }
        return show(context.tx, await require(context.tx, app, certificateId));
      }),
    async setSecurity(owner, settings) {
      const app = await change(owner, async (context, own) => {
        const certificates: readonly WithState[] = await listOf(context.tx, own);
        checkSecurity(settings, certificates, isBasicAllowed);
        return tppApps.setSecurity(context, { ...owner, clientId: own.clientId }, settings);
      });
      return page({ ...owner, clientId: app.clientId });
    },
    listOfApp: async (reader, appId) => (await withStates(reader, await store.listCertificates(reader, appId))).map(toWire),
    listExpiring: store.listExpiring,
    requireProvider: (context, app) => requireProvider({ random, tppApps }, context, app),
    requireRoom,
    async addIssued(context, app, provider, issued) {
      await requireRoom(
        context.tx,
        app,
        issued.map(({ use }) => use),
      );
      const added = [];
      for (const certificate of issued) {
        added.push(await add(context, app, { ...certificate, organizationId: provider.organizationId, source: 'issued', isProved: true }));
      }
      return added;
    },
    require,
    show,
    change,
    forgetSandbox: store.forgetSandboxCertificates,
    forgetDeveloper: forgetProviderOfDeveloper,
  };
}
