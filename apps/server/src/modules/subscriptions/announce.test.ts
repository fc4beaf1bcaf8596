/** Each subscriber gets each mail once: with several servers, after crashes, and with subscriptions that change in between. */
import type { ApiChange, Incident, MaintenanceWindow } from '@portico/contract';
import type { SubscriptionTopic } from '@portico/contract/values';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Mail } from '#platform/mail/mail.ts';
import { announce, type NewsSources } from './announce.ts';
import { openSubscriptionsHouse, type SubscriptionsHouse } from './testing/open-subscriptions-house.ts';

const STARTED = '2026-11-29T08:00:00.000Z';
const UPDATED = '2026-11-29T08:30:00.000Z';

let house: SubscriptionsHouse;
/** What the other modules have. */
let present: { incidents: Incident[]; windows: MaintenanceWindow[]; changes: ApiChange[] };
beforeAll(async () => {
  house = await openSubscriptionsHouse();
});
afterAll(() => house.close());
beforeEach(async () => {
  present = { incidents: [], windows: [], changes: [] };
  for (const table of ['subscription', 'announcement']) await house.database.query(`delete from ${table}`);
  house.mails.length = 0;
});

const sources = (): NewsSources => ({
  incidents: async () => present.incidents,
  maintenance: async () => present.windows,
  changes: present.changes,
  sayTime: (instant) => instant.toISOString(),
});
const run = (mail: Pick<Mail, 'enqueue'> = house.mail, isStopping = () => false) => announce(house.platform, mail, sources(), isStopping);
/** The first run of a database, which tells nothing. */
const begin = async () => {
  await run();
  house.mails.length = 0;
};
const subjectsTo = (email: string) => house.mailsTo(email).map(({ subject }) => subject);
const received = () => house.mails.map(({ to }) => to).sort();

function incident(...updates: readonly [state: Incident['state'], text: string][]): Incident {
  const newest = updates.toReversed();
  return {
    incidentId: 'inc_1',
    title: 'Payments answer slowly',
    state: newest[0]?.[0] ?? 'investigating',
    services: ['payments'],
    startedAt: STARTED,
    isFallbackAvailable: true,
    updates: newest.map(([state, text]) => ({ at: STARTED, state, text })),
  };
}

const window = (given: Partial<MaintenanceWindow> = {}): MaintenanceWindow => ({
  maintenanceId: 'mnt_1',
  state: 'planned',
  startsAt: '2026-12-05T22:00:00.000Z',
  endsAt: '2026-12-06T02:00:00.000Z',
  texts: { en: 'New discs.' },
  ...given,
});

const change = (id: string): ApiChange => ({
  ...{ id, kind: 'added', apiId: 'payments', operationIds: [], announced: '2026-11-29', effective: '2026-11-29' },
  ...{ title: `Title of ${id}`, text: `Text of ${id}.` },
});

/** Confirmed subscriptions in the database, without mails: for many. */
const insertMany = (count: number, topic: SubscriptionTopic = 'incidents') =>
  house.database.query(
    `insert into subscription (subscription_id, email, topics, created_at, confirmed_at)
     select 'sub_' || lpad(n::text, 8, '0'), 'many' || n || '@example.com', array[$2]::text[], now(), now() - interval '1 minute'
     from generate_series(1, $1::integer) as n`,
    [count, topic],
  );

describe('the first run of a database', () => {
  it('counts everything that exists as told, and sends no mail', async () => {
    const { email } = await house.confirmed(['apiChanges', 'incidents', 'maintenance']);
    house.mails.length = 0;
    present = { incidents: [incident(['investigating', 'We look.'])], windows: [window()], changes: [change('a'), change('b')] };
    await run();
    await run();
    expect(house.mails).toEqual([]);
    present.incidents = [incident(['investigating', 'We look.'], ['resolved', 'It works.'])];
    present.windows = [window({ state: 'cancelled' })];
    present.changes = [change('c'), change('a'), change('b')];
    await run();
    expect(subjectsTo(email).sort()).toEqual([
      'Portico API change: Title of c',
      'Portico incident, resolved: Payments answer slowly',
      'Portico maintenance, cancelled: 2026-12-05T22:00:00.000Z',
    ]);
  });

  it('is one, also without anything to tell and by several servers at the same time', async () => {
    const { email } = await house.confirmed();
    await Promise.all([run(), run(), run()]);
    house.mails.length = 0;
    present.incidents = [incident(['investigating', 'We look.'])];
    await run();
    expect(subjectsTo(email)).toHaveLength(1);
  });
});

describe('a subscriber', () => {
  it('gets each update of an incident once, with its text, the link and the end of the subscription', async () => {
    await begin();
    const { email } = await house.confirmed();
    house.mails.length = 0;
    present.incidents = [incident(['investigating', 'We look.'])];
    await run();
    present.incidents = [incident(['investigating', 'We look.'], ['identified', 'A disc is full.'], ['resolved', 'It works.'])];
    await run();
    await run();
    expect(subjectsTo(email)).toEqual([
      'Portico incident, investigating: Payments answer slowly',
      'Portico incident, identified: Payments answer slowly',
      'Portico incident, resolved: Payments answer slowly',
    ]);
    const [first, , last] = house.mailsTo(email);
    expect(first?.text).toContain('We look.');
    expect(first?.text).toContain('/#/api-status?incident=inc_1');
    expect(first?.text).toContain('Fallback interface: available');
    expect(last?.text).not.toContain('Fallback interface');
    const token = house.tokenFor(email);
    expect((await house.call('/read', { token })).body).toMatchObject({ email, isConfirmed: true });
    const answer = await house.app.inject({
      method: 'POST',
      url: house.oneClickPath(last),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect([answer.statusCode, await house.rows(email)]).toEqual([200, []]);
  });

  it('gets the plan of a maintenance, each change of it and its cancellation, and nothing when it begins and ends as planned', async () => {
    await begin();
    const { email } = await house.confirmed(['maintenance']);
    house.mails.length = 0;
    const versions: readonly Partial<MaintenanceWindow>[] = [
      {},
      { state: 'running' },
      { state: 'running', endsAt: '2026-12-06T03:00:00.000Z' },
      { state: 'running' },
      { state: 'running', texts: { en: 'Newer discs.' } },
      { state: 'over', texts: { en: 'Newer discs.' } },
      { state: 'over', endsAt: '2026-12-06T01:00:00.000Z' },
    ];
    for (const version of versions) {
      present.windows = [window(version)];
      await run();
      await run();
    }
    present.windows = [window({ maintenanceId: 'mnt_2' })];
    await run();
    present.windows = [window({ maintenanceId: 'mnt_2', state: 'cancelled' })];
    await run();
    const words = subjectsTo(email).map((subject) => /, (\w+):/.exec(subject)?.[1]);
    expect(words).toEqual(['planned', 'changed', 'changed', 'changed', 'planned', 'cancelled']);
    expect(house.mailsTo(email)[1]?.text).toContain('until 2026-12-06T03:00:00.000Z');
  });

  it('is not told of a maintenance that was cancelled before it was told', async () => {
    await begin();
    await house.confirmed(['maintenance']);
    house.mails.length = 0;
    present.windows = [window({ state: 'cancelled' })];
    await run();
    expect(house.mails).toEqual([]);
  });

  it('gets one mail for all new changes of the API', async () => {
    present.changes = [change('old')];
    await begin();
    const { email } = await house.confirmed(['apiChanges']);
    house.mails.length = 0;
    present.changes = [change('c'), change('b'), change('old')];
    await run();
    present.changes = [change('d'), change('c'), change('b'), change('old')];
    await run();
    await run();
    expect(subjectsTo(email)).toEqual(['Portico API: 2 changes', 'Portico API change: Title of d']);
    const [first] = house.mailsTo(email);
    expect(first?.text).toContain('Text of b.');
    expect(first?.text).toContain('Text of c.');
    expect(first?.text).not.toContain('Text of old.');
  });

  it('gets mails about their topics only, also right after a change of the topics', async () => {
    await begin();
    const [one, other] = [await house.confirmed(['maintenance']), await house.confirmed(['incidents'])];
    house.mails.length = 0;
    present.incidents = [incident(['investigating', 'We look.'])];
    await run();
    expect(received()).toEqual([other.email]);
    await house.call('/change', { token: one.token, topics: ['incidents'] });
    await house.call('/change', { token: other.token, topics: ['apiChanges'] });
    present.incidents = [incident(['investigating', 'We look.'], ['resolved', 'It works.'])];
    await run();
    expect(received()).toEqual([one.email, other.email].sort());
  });

  it('without a confirmation, with an ended subscription, or confirmed after the announcement is not told', async () => {
    await begin();
    const waiting = house.newAddress();
    await house.call('', { email: waiting, topics: ['incidents'] });
    const ended = await house.confirmed();
    await house.call('/end', { token: ended.token });
    present.incidents = [incident(['investigating', 'We look.'])];
    await run(house.mail, () => true);
    const late = await house.confirmed();
    await house.database.query(`update subscription set confirmed_at = confirmed_at + interval '1 second' where email = $1`, [late.email]);
    house.mails.length = 0;
    await run();
    expect(house.mails).toEqual([]);
  });
});

describe('the mails of an announcement', () => {
  beforeEach(begin);

  it('are written once each, in several batches, when three servers write them at the same time', async () => {
    await insertMany(250);
    present.incidents = [incident(['investigating', 'We look.'])];
    await Promise.all([run(), run(), run()]);
    await run();
    expect(received()).toEqual(Array.from({ length: 250 }, (_, index) => `many${index + 1}@example.com`).sort());
    expect(new Set(house.mails.map(({ unsubscribeUrl }) => unsubscribeUrl)).size).toBe(250);
  });

  it('are written once each when a server fails in the middle of a batch, and the next run goes on', async () => {
    await insertMany(250);
    present.incidents = [incident(['investigating', 'We look.'])];
    let written = 0;
    const failing: Pick<Mail, 'enqueue'> = {
      async enqueue(context, one) {
        written += 1;
        if (written === 150) throw new Error('the database is away');
        await house.mail.enqueue(context, one);
      },
    };
    await expect(run(failing)).rejects.toThrow('the database is away');
    expect(house.mails).toHaveLength(100);
    await run();
    expect(received()).toEqual(Array.from({ length: 250 }, (_, index) => `many${index + 1}@example.com`).sort());
  });

  it('go on after a server was asked to stop between two batches', async () => {
    await insertMany(150);
    present.incidents = [incident(['investigating', 'We look.'])];
    let batches = 0;
    await run(house.mail, () => {
      batches += 1;
      return batches > 1;
    });
    expect(house.mails).toHaveLength(100);
    await run();
    expect(new Set(received()).size).toBe(150);
    expect(house.mails).toHaveLength(150);
  });

  it('are not written to subscriptions that end while others are written', async () => {
    await insertMany(150);
    present.incidents = [incident(['investigating', 'We look.'])];
    let batches = 0;
    await run(house.mail, () => {
      batches += 1;
      return batches > 1;
    });
    await house.database.query(`delete from subscription where subscription_id > 'sub_00000120'`);
    await run();
    expect(house.mails).toHaveLength(120);
  });

  it('end with a batch that is exactly full', async () => {
    await insertMany(100);
    present.incidents = [incident(['investigating', 'We look.'])];
    await run();
    expect(house.mails).toHaveLength(100);
    const { rows } = await house.database.query('select 1 from announcement where not is_done');
    expect(rows).toEqual([]);
  });

  it('have a subject of one line and the unchanged text, also after an operator typed line ends and markup', async () => {
    const { email } = await house.confirmed();
    house.mails.length = 0;
    const title = `Slow\r\nBcc: other@example.com\u2028<b>${'x'.repeat(200)}`;
    present.incidents = [{ ...incident(['investigating', 'One line.\n\n<script>another</script>']), title }];
    await run();
    const [mail] = house.mailsTo(email);
    expect(mail?.subject).toMatch(/^Portico incident, investigating: Slow Bcc: other@example\.com <b>x+…$/);
    expect(mail?.subject.length).toBeLessThanOrEqual(160);
    expect(mail?.text).toContain('One line.\n\n<script>another</script>');
  });
});

describe('the next update of an incident', () => {
  it('is in the mail of its last update only', async () => {
    await begin();
    const { email } = await house.confirmed();
    house.mails.length = 0;
    present.incidents = [{ ...incident(['investigating', 'We look.'], ['identified', 'Found.']), nextUpdateAt: UPDATED }];
    await run();
    expect(house.mailsTo(email).map(({ text }) => text.includes(`Next update: ${UPDATED}.`))).toEqual([false, true]);
  });
});
