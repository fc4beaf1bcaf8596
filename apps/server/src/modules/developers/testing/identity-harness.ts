/** The identity service with a real database and HTTP server. The harness captures committed mails and counts hash computations. */
import type { FastifyInstance } from 'fastify';
import type { OpenedDatabase } from '#platform/db/open-database.ts';
import { createPgBossJobs } from '#platform/jobs/pg-boss-jobs.ts';
import { createMail } from '#platform/mail/create-mail.ts';
import type { Mail, OutgoingMail } from '#platform/mail/mail.ts';
import { createClock } from '#platform/tenant/clock.ts';
import { createDevelopers } from '../create-developers.ts';
import type { OnDeveloperDeleted } from '../developers.ts';
import type { IdentityPlatform } from '../identity-deps.ts';
import { createPasswords, type Passwords } from '../passwords.ts';

export const PASSWORD = 'Vihmane-Teisip4ev';
export const OTHER_PASSWORD = 'Kuiv-Kolmapa3ev';

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, unknown>>;
}

interface SendOptions {
  readonly ip?: string;
  readonly headers?: Record<string, string>;
}

export type TestBrowser = ReturnType<typeof openTestBrowser>;

/** The result of `openTestPlatform`. */
interface Ground {
  readonly platform: IdentityPlatform;
  readonly database: OpenedDatabase;
  openApp(): Promise<FastifyInstance>;
  readonly ownPage: Readonly<Record<string, string>>;
}

interface IdentityOptions {
  readonly onDeleted?: OnDeveloperDeleted;
  readonly hashesForReal?: boolean;
  /** Queues mails for this mail server, too. */
  readonly smtpUrl?: string;
}

export async function openIdentityHouse(ground: Ground, options: IdentityOptions = {}) {
  const { platform, database } = ground;
  const mails: OutgoingMail[] = [];
  const queue = options.smtpUrl === undefined ? undefined : await openQueue(ground, options.smtpUrl);
  /** `meet`: awaited before each hash, so that a test can hold several calls at that point. */
  const work = { hashes: 0, meet: async (): Promise<void> => {} };
  const passwords = options.hashesForReal ? createPasswords(platform.random) : cheapPasswords();
  const developers = createDevelopers({
    platform,
    mail: {
      async enqueue(context, mail) {
        await queue?.mail.enqueue(context, mail);
        context.afterCommit(() => void mails.push(mail));
      },
    },
    passwords: {
      hash: (password) => counted(() => passwords.hash(password)),
      verify: (hash, password) => counted(() => passwords.verify(hash, password)),
      match: (hash, password) => counted(() => passwords.match(hash, password)),
    },
    ...(options.onDeleted === undefined ? {} : { onDeleted: options.onDeleted }),
  });
  const app = await ground.openApp();
  developers.registerRoutes(app);
  app.get('/guarded', (request) => developers.requireDeveloper(request));
  app.get('/guarded-by-password', (request) => developers.requirePassword(request));
  await app.ready();

  async function counted<Result>(hash: () => Promise<Result>): Promise<Result> {
    work.hashes += 1;
    await work.meet();
    return hash();
  }

  const browse = () => openTestBrowser(app, ground.ownPage);

  return {
    platform,
    database,
    developers,
    app,
    mails,
    work,
    browse,
    /** The link's token or the code of the last mail. */
    tokenOf: (mail: OutgoingMail | undefined = mails.at(-1)) => /[?&]verification=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '',
    codeOf: (mail: OutgoingMail | undefined = mails.at(-1)) => /^\d{8}$/m.exec(mail?.text ?? '')?.[0] ?? '',
    /** Registers a developer with {@link PASSWORD}, in a new browser. */
    async register(email: string) {
      const browser = browse();
      await browser.send('POST', '/identity/sign-up', { email, password: PASSWORD });
      const mail = mails.findLast(({ to }) => to === email.toLowerCase());
      const token = /[?&]verification=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
      await browser.send('POST', '/identity/verify-email', { token });
      return browser;
    },
    signIn: (browser: TestBrowser, email: string, password = PASSWORD, how: SendOptions = {}) =>
      browser.send('POST', '/identity/sign-in', { email, password }, how),
    async rows(text: string, values: readonly unknown[] = []): Promise<readonly unknown[]> {
      return (await database.query(text, values)).rows;
    },
    async close() {
      await queue?.stop();
      await app.close();
      await database.close();
    },
  };
}

async function openQueue({ platform, database }: Ground, smtpUrl: string): Promise<{ readonly mail: Mail; stop(): Promise<void> }> {
  const jobs = createPgBossJobs(database, platform.log, 0.5);
  const mail = createMail({ ...platform, clock: createClock(), jobs });
  mail.useServer(smtpUrl);
  await jobs.start();
  return { mail, stop: () => jobs.stop(60_000) };
}

export type IdentityHouse = Awaited<ReturnType<typeof openIdentityHouse>>;

function openTestBrowser(app: FastifyInstance, ownPage: Readonly<Record<string, string>>) {
  const jar = new Map<string, string>();
  return {
    jar,
    async send(method: 'GET' | 'POST' | 'DELETE', url: string, body?: object, { ip = '192.0.2.1', headers = {} }: SendOptions = {}): Promise<Answer> {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await app.inject({
        method,
        url,
        remoteAddress: ip,
        headers: { ...(method === 'GET' ? {} : ownPage), ...(cookie === '' ? {} : { cookie }), ...headers },
        ...(body === undefined ? {} : { payload: body }),
      });
      for (const { name, value } of response.cookies) {
        if (value === '') jar.delete(name);
        else jar.set(name, value);
      }
      const isJson = String(response.headers['content-type']).includes('json');
      return { status: response.statusCode, body: isJson ? response.json() : response.body, headers: response.headers };
    },
  };
}

/** A cheap replacement for password hashing, for tests that do not depend on the hash. */
function cheapPasswords(): Passwords {
  const hash = async (password: string) => `cheap:${Buffer.from(password).toString('hex')}`;
  const verify = async (known: string | undefined, password: string) => known === (await hash(password));
  return { hash, verify, match: async (known, password) => ((await verify(known, password)) ? 'yes' : 'no') };
}
