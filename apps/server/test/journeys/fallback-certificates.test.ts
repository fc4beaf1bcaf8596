/** The fallback interface for an application that its certificate identifies (RTS Art. 33(5), 34): calls that work and calls that are refused. */
import { X509Certificate } from 'node:crypto';
import { member, textOf } from '@portico/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PAYEES } from '#modules/bank-sandbox/index.ts';
import { basicOf, certificatesOf, type DeskCertificate, type DeskCertificates, type FallbackDesk, openFallbackDesk } from '../house/fallback-desk.ts';
import { type DevelopersHouse, openDevelopersHouse, withCertificate } from '../house/open-developers-house.ts';
import type { Reply, Request } from '../house/xs2a/wire.ts';

let house: DevelopersHouse;
let ada: FallbackDesk;
let ben: FallbackDesk;
let certificates: DeskCertificates;
let own: DeskCertificate;
let foreign: DeskCertificate;
beforeAll(async () => {
  house = await openDevelopersHouse();
  [ada, ben] = [await openFallbackDesk(house, 'dev_ada'), await openFallbackDesk(house, 'dev_ben')];
  certificates = certificatesOf(house, ada);
  [own, foreign] = [await certificates.issue(), await certificatesOf(house, ben).issue()];
});
beforeEach(() => certificates.setProfile('mtls'));
afterAll(() => house.close());

const said = ({ status, body }: Reply) => [status, member(body, 'errors', '0', 'code')];
const call = (
  method: Request['method'],
  path: string,
  { headers }: Pick<DeskCertificate, 'headers'>,
  more: { session?: string; body?: object } = {},
) => ada.call(method, path, { ...more, headers });
const alone = () => ({ headers: { authorization: basicOf(ada.clientId, '') } });

async function signIn(certificate = own): Promise<string> {
  const asked = await call('POST', '/sign-ins', certificate, { body: { userName: ada.customers[0]?.userName ?? '' } });
  const opened = await call('POST', `/sign-ins/${textOf(asked.body, 'signInId')}/session`, certificate);
  return textOf(opened.body, 'fallbackSession');
}

describe.each(['mtls', 'fapi2'] as const)('an application of the profile %s', (profile) => {
  beforeEach(() => certificates.setProfile(profile));

  it('signs its customer in, reads and pays with its certificate and its client id, without a secret', async () => {
    const session = await signIn();
    const accounts = await call('GET', '/accounts', own, { session });
    const debtorAccountIban = textOf(accounts.body, 'accounts', '0', 'iban');
    const body = {
      debtorAccountIban,
      instructedAmount: { amount: '1.00', currency: 'EUR' },
      creditorName: PAYEES.lumenBooks.name,
      creditorAccount: { iban: PAYEES.lumenBooks.iban },
      isInstant: true,
    };
    const ordered = await call('POST', '/payments', own, { session, body });
    const paid = await call('POST', `/payments/${textOf(ordered.body, 'paymentId')}/confirmation`, own, { session });
    expect([paid.status, paid.body]).toMatchObject([200, { transactionStatus: 'ACCC' }]);
    expect((await call('DELETE', '/session', own, { session })).status).toBe(204);
  });

  it('is refused with its secret, right or wrong, with its certificate or without', async () => {
    const session = await signIn();
    for (const secret of [ada.clientSecret, 'wrong']) {
      for (const more of [{}, withCertificate(own.pem), withCertificate()]) {
        const reply = await call('GET', '/accounts', { headers: { authorization: basicOf(ada.clientId, secret), ...more } }, { session });
        expect([said(reply), reply.text]).toEqual([[401, 'CREDENTIALS_WRONG'], expect.stringContaining('its client secret is refused')]);
        expect(reply.headers['www-authenticate']).toMatch(/^Basic realm=/);
      }
    }
  });

  it('is refused without its certificate: an open session does not stand for it', async () => {
    const session = await signIn();
    for (const more of [alone(), { headers: { ...alone().headers, ...withCertificate() } }]) {
      const reply = await call('GET', '/accounts', more, { session });
      expect([said(reply), reply.text]).toEqual([[401, 'CERTIFICATE_MISSING'], expect.stringMatching(/https:\/\/.*--cert qwac\.pem/)]);
    }
  });
});

describe('the certificate of a call', () => {
  it('of another provider opens nothing, and names both providers', async () => {
    const session = await signIn();
    const reply = await call('GET', '/accounts', { headers: { ...alone().headers, ...withCertificate(foreign.pem) } }, { session });
    expect([said(reply), reply.text]).toEqual([
      [401, 'CERTIFICATE_INVALID'],
      expect.stringMatching(/names PSDEE-\S+, and the application belongs to/),
    ]);
    // The other way round: the client id of another application beside the certificate.
    await certificatesOf(house, ben).setProfile('mtls');
    const beside = { ...withCertificate(own.pem), authorization: basicOf(ben.clientId, '') };
    expect(said(await call('GET', '/accounts', { headers: beside }, { session }))).toEqual([401, 'CERTIFICATE_INVALID']);
    // With its certificate the other application does not find the session.
    expect(said(await call('GET', '/accounts', foreign, { session }))).toEqual([401, 'NOT_SIGNED_IN']);
  });

  it('may be replaced while a session is open, by one of the same application', async () => {
    const session = await signIn();
    const next = await certificates.issue();
    expect((await call('GET', '/accounts', next, { session })).status).toBe(200);
  });

  it.each([
    ['revocation', 'CERTIFICATE_REVOKE'],
    ['block', 'CERTIFICATE_BLOCKED'],
  ] as const)('opens nothing from its %s to the end of it, also in an open session', async (mark, code) => {
    const session = await signIn();
    await certificates.mark(own, mark);
    expect(said(await call('GET', '/accounts', own, { session }))).toEqual([401, code]);
    await certificates.mark(own, mark, 'DELETE');
    expect((await call('GET', '/accounts', own, { session })).status).toBe(200);
  });

  it('needs the role of the call; ending a session needs none', async () => {
    const session = await signIn();
    const [reads, confirms] = [await certificates.issue({ roles: ['ais'] }), await certificates.issue({ roles: ['piis'] })];
    expect((await call('GET', '/accounts', reads, { session })).status).toBe(200);
    const paying = await call('POST', '/payments', reads, { session, body: {} });
    expect([said(paying), paying.text]).toEqual([[403, 'ROLE_INVALID'], expect.stringMatching(/PSP_PI.*the certificate has .*PSP_AI/)]);
    for (const path of ['/sign-ins', '/payments'])
      expect(said(await call('POST', path, confirms, { session, body: {} }))).toEqual([403, 'ROLE_INVALID']);
    expect((await call('DELETE', '/session', confirms, { session })).status).toBe(204);
  });

  it('is in the request log with its provider and roles, or with the check that failed', async () => {
    const session = await signIn();
    const ids = [crypto.randomUUID(), crypto.randomUUID()];
    const sent = ([own.headers, { ...alone().headers, ...withCertificate(foreign.pem) }] as const).map((headers, place) =>
      call('GET', '/accounts', { headers: { ...headers, 'x-request-id': ids[place] ?? '' } }, { session }),
    );
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 401]);
    await house.modules.requestLog.flush();
    const { rows } = await house.database.query('select identity, app_id from request_log where request_id = any($1) order by status', [ids]);
    const thumbprint = (pem: string) => new X509Certificate(pem).fingerprint256.replaceAll(':', '').toLowerCase();
    expect(rows).toMatchObject([
      { app_id: ada.appId, identity: { thumbprint: thumbprint(own.pem), organizationId: expect.stringMatching(/^PSDEE-/), roles: ['ais', 'pis'] } },
      { app_id: ada.appId, identity: { thumbprint: thumbprint(foreign.pem), fault: 'CERTIFICATE_INVALID' } },
    ]);
  });
});

describe('an application of the profile basic', () => {
  beforeEach(() => certificates.setProfile('basic'));

  it('goes on with its secret, and a certificate that it sends has to be its own', async () => {
    const session = await ada.signIn(ada.customers[0]?.userName ?? '');
    const secret = { authorization: ada.basic };
    for (const more of [{}, withCertificate(), withCertificate(own.pem)])
      expect((await call('GET', '/accounts', { headers: { ...secret, ...more } }, { session })).status).toBe(200);
    const beside = { headers: { ...secret, ...withCertificate(foreign.pem) } };
    expect(said(await call('GET', '/accounts', beside, { session }))).toEqual([401, 'CERTIFICATE_INVALID']);
  });

  it('is not identified by its certificate: without the secret the answer is that of an unknown client', async () => {
    const unknown = await call('GET', '/accounts', { headers: { authorization: basicOf('tpp_unknown', '') } });
    for (const headers of [own.headers, alone().headers]) {
      const reply = await call('GET', '/accounts', { headers });
      expect([said(reply), reply.text]).toEqual([[401, 'CREDENTIALS_WRONG'], unknown.text]);
    }
  });

  it('keeps its session when its profile is raised, and from then on needs its certificate', async () => {
    const session = await ada.signIn(ada.customers[0]?.userName ?? '');
    await certificates.setProfile('mtls');
    expect(said(await call('GET', '/accounts', { headers: { authorization: ada.basic } }, { session }))).toEqual([401, 'CREDENTIALS_WRONG']);
    expect((await call('GET', '/accounts', own, { session })).status).toBe(200);
  });
});

it('a suspended application is answered as an unknown one, with its certificate, too', async () => {
  const unknown = await call('GET', '/accounts', { headers: { authorization: basicOf('tpp_unknown', ''), ...withCertificate(own.pem) } });
  await house.platform.write((context) => house.modules.tppApps.setSuspended(context, ada.clientId, true));
  const reply = await call('GET', '/accounts', own);
  expect([said(reply), reply.text]).toEqual([[401, 'CREDENTIALS_WRONG'], unknown.text]);
  await house.platform.write((context) => house.modules.tppApps.setSuspended(context, ada.clientId, false));
});
