/** The calls of subscriptions with a real database and HTTP server. The house captures the mails of committed transactions. */
import type { Subscription } from '@portico/contract';
import type { SubscriptionTopic } from '@portico/contract/values';
import type { Mail, OutgoingMail } from '#platform/mail/mail.ts';
import { openTestPlatform } from '../../../testing/test-platform.ts';
import { registerSubscriptionRoutes } from '../routes.ts';

interface SendOptions {
  readonly ip?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const SUBSCRIPTIONS = '/api/specs/subscriptions';
export const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

export async function openSubscriptionsHouse() {
  const ground = await openTestPlatform({ appendAudit: async () => {} });
  const { platform, database, ownPage } = ground;
  const mails: OutgoingMail[] = [];
  const mail: Pick<Mail, 'enqueue'> = {
    async enqueue(context, one) {
      context.afterCommit(() => void mails.push(one));
    },
  };
  const app = await ground.openApp();
  await registerSubscriptionRoutes(app, platform, mail);
  await app.ready();
  let callers = 0;
  let addresses = 0;

  /** From our page, and by default from another network each time. */
  async function call(path: string, body: object, { ip, headers = {} }: SendOptions = {}) {
    callers += 1;
    const remoteAddress = ip ?? `10.0.${callers >> 8}.${callers & 255}`;
    const answer = await app.inject({
      method: 'POST',
      url: `${SUBSCRIPTIONS}${path}`,
      remoteAddress,
      headers: { ...ownPage, ...headers },
      payload: body,
    });
    return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json(), headers: answer.headers };
  }

  const newAddress = () => {
    addresses += 1;
    return `reader${addresses}@example.com`;
  };
  const mailsTo = (email: string) => mails.filter(({ to }) => to === email);
  /** The token of the last mail to this address. */
  const tokenFor = (email: string) => /[?&](?:confirm|manage)=([\w.-]+)/.exec(mailsTo(email).at(-1)?.text ?? '')?.[1] ?? '';

  return {
    app,
    platform,
    database,
    mail,
    mails,
    call,
    newAddress,
    mailsTo,
    tokenFor,
    /** A confirmed subscription of a new address. */
    async confirmed(topics: readonly SubscriptionTopic[] = ['incidents']) {
      const email = newAddress();
      await call('', { email, topics });
      const token = tokenFor(email);
      const { body }: { body: Subscription } = await call('/confirm', { token });
      return { email, token, subscription: body };
    },
    /** The address of the header `List-Unsubscribe`, below the server's origin. */
    oneClickPath: (one: OutgoingMail | undefined) => (one?.unsubscribeUrl ?? '').replace(platform.config.publicUrl, ''),
    rows: async (email: string) => (await database.query('select * from subscription where email = $1', [email])).rows,
    /** Real time passes for the subscription of this address. */
    passTime: (email: string, seconds: number) =>
      database.query("update subscription set created_at = created_at - $2::integer * interval '1 second' where email = $1", [email, seconds]),
    async close() {
      await app.close();
      await database.close();
    },
  };
}

export type SubscriptionsHouse = Awaited<ReturnType<typeof openSubscriptionsHouse>>;
