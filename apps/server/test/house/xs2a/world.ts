/** A composed server with developers, each with an application, a test customer and that customer's token. */
import { randomUUID } from 'node:crypto';
import type { ProviderRole } from '@portico/contract/values';
import { textOf } from '@portico/testkit';
import { admit } from '../admit.ts';
import { type DevelopersHouse, openDevelopersHouse } from '../open-developers-house.ts';
import { openSigningApp, type SigningApp } from './signing-app.ts';
import { type Reply, type Request, send, withHeaders } from './wire.ts';

/** A token and whom it stands for. */
export interface Holder {
  readonly bearer: string;
  readonly customerId: string;
  readonly sandboxId: string;
}

export interface World {
  readonly house: DevelopersHouse;
  readonly holder: Holder;
  /** Of another application, for a customer of its own. */
  readonly stranger: Holder;
  /** Tokens that do not work: expired, taken back, of a suspended application; and one whose bank is down. */
  readonly expired: string;
  readonly revoked: string;
  readonly suspended: string;
  readonly bankDown: string;
  /** Tokens of applications that were admitted with this role alone. */
  readonly withRole: Readonly<Record<ProviderRole, string>>;
  /** An application whose calls must be signed. */
  readonly signing: SigningApp;
  send(request: Request): Promise<Reply>;
  /** A request with the holder's token and a fresh id. */
  request(method: Request['method'], path: string, headers?: Request['headers'], body?: unknown): Request;
  /** Must succeed. */
  call(request: Request): Promise<Reply>;
  /** The same request with another token. */
  as(bearer: string, request: Request): Request;
  /** What the developer of the holder does in the portal. Must succeed. */
  developer(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<{ readonly body: unknown }>;
  /** Headers of a call that sends the customer to sign. */
  readonly initiation: Readonly<Record<string, string>>;
  /** Whose clock goes on. */
  readonly late: Holder;
  /** Half a year later for the holder `late`, with a new token. */
  halfAYearLater(): Promise<Holder>;
}

const [ADA, LATE] = ['dev_ada', 'dev_late'];
/** Longer than any consent lasts. */
const HALF_A_YEAR_DAYS = 182;

export async function openWorld(): Promise<World> {
  const house = await openDevelopersHouse();

  async function developer(name: string): Promise<Holder> {
    const made = await house.send(name, 'POST', '/api/tpp');
    if (made.status !== 204) throw new Error(made.text);
    return holderOf(name);
  }

  async function holderOf(name: string): Promise<Holder> {
    const users: unknown = (await house.send(name, 'GET', '/api/tpp/psu')).body;
    const user = (Array.isArray(users) ? users : []).find((each) => 'access_token' in Object(each));
    const customerId = textOf(user, 'id');
    const { rows } = await house.database.query('select sandbox_id from customer where id = $1', [customerId]);
    return { bearer: textOf(user, 'access_token'), customerId, sandboxId: textOf(rows[0], 'sandbox_id') };
  }

  async function expect(status: number, reply: Promise<{ status: number; text: string }>): Promise<void> {
    const answer = await reply;
    if (answer.status !== status) throw new Error(`Expected ${status}: ${answer.text}`);
  }

  const stranger = await developer('dev_ben');
  const revoked = (await developer(ADA)).bearer;
  await expect(200, house.send(ADA, 'GET', '/api/tpp/refresh'));
  const holder = await holderOf(ADA);

  const { bearer: suspended } = await developer('dev_suspended');
  const app = await house.modules.tppApps.findByDeveloper(house.platform.db, { developerId: 'dev_suspended' });
  await house.modules.onboarding.setSuspended(app?.clientId ?? '', true);

  const down = await developer('dev_down');
  await expect(200, house.send('dev_down', 'PUT', `/api/tpp/customers/${down.customerId}/scenario`, { body: { scenario: 'bankDown' } }));

  async function withRole(role: ProviderRole): Promise<string> {
    const { bearer } = await developer(`dev_${role}`);
    await admit(house, `dev_${role}`, [role]);
    return bearer;
  }
  const roles = { ais: await withRole('ais'), pis: await withRole('pis'), piis: await withRole('piis') };

  const signing = await openSigningApp(house, 'dev_signing', (await developer('dev_signing')).bearer, 'dev_ben');
  const late = await developer(LATE);
  async function halfAYearLater(): Promise<Holder> {
    await expect(200, house.send(LATE, 'POST', '/api/tpp/clock/advance', { body: { days: HALF_A_YEAR_DAYS } }));
    await expect(200, house.send(LATE, 'GET', '/api/tpp/refresh'));
    return holderOf(LATE);
  }
  const { bearer: expired } = await developer('dev_expired');
  await expect(200, house.send('dev_expired', 'POST', '/api/tpp/clock/advance', { body: { days: 1 } }));

  // As tokens of the token endpoint are: that of the Tokens page needs no role and no signature at the calls of the sandbox.
  await house.database.query("update oauth_artifact set bound_to = null where bound_to = 'portal'");

  return {
    house,
    holder,
    stranger,
    expired,
    revoked,
    suspended,
    bankDown: down.bearer,
    withRole: roles,
    signing,
    send: (request) => send(house.app, request),
    request: (method, path, headers = {}, body = undefined) => ({
      method,
      url: `/api/v1${path}`,
      headers: {
        authorization: `Bearer ${holder.bearer}`,
        'x-request-id': randomUUID(),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    }),
    async call(request) {
      const reply = await send(house.app, request);
      if (reply.status >= 300) throw new Error(`${request.method} ${request.url} was answered ${reply.status}: ${reply.text}`);
      return reply;
    },
    async developer(method, path, body) {
      const reply = await house.send(ADA, method, path, body === undefined ? {} : { body });
      if (reply.status >= 300) throw new Error(`${method} ${path} was answered ${reply.status}: ${reply.text}`);
      return reply;
    },
    as: (bearer, request) => withHeaders(request, { authorization: `Bearer ${bearer}` }),
    initiation: { 'psu-ip-address': '192.0.2.7', 'tpp-redirect-uri': `${house.config.publicUrl}/back` },
    late,
    halfAYearLater,
  };
}
