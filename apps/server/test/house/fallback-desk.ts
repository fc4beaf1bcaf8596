/** An application at the fallback interface: its credentials, its test customers, and calls in one line. */
import { randomUUID } from 'node:crypto';
import { IssuedCertificates, type TokenUser, TokenUserList } from '@portico/contract';
import { textOf } from '@portico/testkit';
import { Value } from 'typebox/value';
import { type DevelopersHouse, withCertificate } from './open-developers-house.ts';
import { type Reply, type Request, send } from './xs2a/wire.ts';

interface CallOptions {
  readonly session?: string | undefined;
  readonly body?: unknown;
  readonly headers?: Request['headers'];
}

export interface FallbackDesk {
  readonly developerId: string;
  readonly appId: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly sandboxId: string;
  /** Value of `Authorization`. */
  readonly basic: string;
  readonly customers: readonly TokenUser[];
  request(method: Request['method'], path: string, options?: CallOptions): Request;
  call(method: Request['method'], path: string, options?: CallOptions): Promise<Reply>;
  /** Asks the device of this customer; answers the id. Must succeed. */
  ask(userName: string): Promise<string>;
  /** Until the session is open. Must succeed. */
  signIn(userName: string): Promise<string>;
  firstIban(session: string): Promise<string>;
  setScenario(customerId: string, scenario: string): Promise<void>;
}

const PREFIX = '/api/fallback/v1';

/** @param developerId of a developer who has an application. */
export async function openFallbackDesk(house: DevelopersHouse, developerId: string): Promise<FallbackDesk> {
  await house.send(developerId, 'POST', '/api/tpp');
  const app = await house.modules.tppApps.findByDeveloper(house.platform.db, { developerId });
  if (app === undefined) throw new Error(`${developerId} has no application.`);
  const { clientSecret } = await house.platform.write((context) => house.modules.tppApps.revealSecret(context, { developerId }));
  const { appId, clientId, sandboxId } = app;
  const basic = basicOf(clientId, clientSecret);
  const customers = Value.Parse(TokenUserList, (await house.send(developerId, 'GET', '/api/tpp/psu')).body);

  function request(method: Request['method'], path: string, { session, body, headers = {} }: CallOptions = {}): Request {
    return {
      method,
      url: `${PREFIX}${path}`,
      headers: {
        authorization: basic,
        'x-request-id': randomUUID(),
        ...(session === undefined ? {} : { 'fallback-session': session }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    };
  }

  const call: FallbackDesk['call'] = (method, path, options) => send(house.app, request(method, path, options));
  async function succeed(method: Request['method'], path: string, options?: CallOptions): Promise<Reply> {
    const reply = await call(method, path, options);
    if (reply.status >= 300) throw new Error(`${method} ${path} was answered ${reply.status}: ${reply.text}`);
    return reply;
  }
  const ask = async (userName: string) => textOf((await succeed('POST', '/sign-ins', { body: { userName } })).body, 'signInId');

  return {
    developerId,
    appId,
    clientId,
    clientSecret,
    sandboxId,
    basic,
    customers,
    request,
    call,
    ask,
    signIn: async (userName) => textOf((await succeed('POST', `/sign-ins/${await ask(userName)}/session`)).body, 'fallbackSession'),
    firstIban: async (session) => textOf((await succeed('GET', '/accounts', { session })).body, 'accounts', '0', 'iban'),
    async setScenario(customerId, scenario) {
      const answer = await house.send(developerId, 'PUT', `/api/tpp/customers/${customerId}/scenario`, { body: { scenario } });
      if (answer.status !== 200) throw new Error(answer.text);
    },
  };
}

/** Certificates of a desk's application, and how its calls send them. */
export interface DeskCertificates {
  /** @param roles of the certificate. @returns its id, and the headers of a call that identifies the application by it. */
  issue(wish?: { readonly roles?: readonly string[]; readonly lifetime?: 'year' | 'expired' }): Promise<DeskCertificate>;
  setProfile(profile: 'basic' | 'mtls' | 'fapi2'): Promise<void>;
  /** What the developer does with a certificate: `revocation` or `block`. Undone by `DELETE`. */
  mark(certificate: DeskCertificate, mark: 'revocation' | 'block', method?: 'PUT' | 'DELETE'): Promise<void>;
}

export interface DeskCertificate {
  readonly certificateId: string;
  readonly pem: string;
  /** In PEM. */
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
}

const CERTIFICATES = '/api/tpp/certificates';

export function certificatesOf(house: DevelopersHouse, { developerId, appId, clientId }: FallbackDesk): DeskCertificates {
  async function developer(method: string, path: string, body?: object): Promise<unknown> {
    const reply = await house.send(developerId, method, `${CERTIFICATES}${path}`, body === undefined ? {} : { body });
    if (reply.status >= 300) throw new Error(`${method} ${path} was answered ${reply.status}: ${reply.text}`);
    return reply.body;
  }
  return {
    async issue({ roles = ['ais', 'pis'], lifetime = 'year' } = {}) {
      const issued = await developer('POST', '', { roles, lifetime, keyType: 'p256' });
      const { certificates, files } = Value.Parse(IssuedCertificates, issued);
      const pem = files['qwac.pem'] ?? '';
      const web = certificates.find(({ use }) => use === 'web');
      const key = files['qwac.key'] ?? '';
      return { certificateId: web?.certificateId ?? '', pem, key, headers: { authorization: basicOf(clientId, ''), ...withCertificate(pem) } };
    },
    async setProfile(profile) {
      await house.database.query('update tpp_app set security_profile = $1 where app_id = $2', [profile, appId]);
    },
    async mark({ certificateId }, mark, method = 'PUT') {
      await developer(method, `/${certificateId}/${mark}`);
    },
  };
}

export const basicOf = (clientId: string, secret: string): string => `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`;
