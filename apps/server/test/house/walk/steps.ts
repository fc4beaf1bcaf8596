/** What acts have in common: whom a seed draws, calls of the application, and a customer who opens a page. */
import { randomUUID } from 'node:crypto';
import { jsonOf, member, SITE, textOf, type WireAnswer } from '@portico/testkit';
import type { SeededRandom } from '../fuzz/seeded-random.ts';
import type { Place } from './people.ts';
import type { Page, Seat, Thing, World } from './world.ts';

export function createSteps(world: World, random: SeededRandom) {
  const { people } = world;
  const seat = (): Seat => random.pick(world.seats);
  const some = <Value>(values: readonly Value[]): Value | undefined => (values.length === 0 ? undefined : random.pick(values));
  /** Mostly what was made last. */
  const recent = <Value>(values: readonly Value[]): Value | undefined => some(values.slice(random.below(4) === 0 ? 0 : -4));
  /** Mostly where the one who signs it is signed in already. */
  const seatOf = (whose: Place): Seat =>
    (random.below(4) === 0 ? undefined : some(world.seats.filter(({ visitor }) => visitor?.place === whose))) ?? seat();
  /** Mostly what can still be signed. */
  async function target(): Promise<Thing | undefined> {
    const rows = await world.rows(
      `select resource_id, kind from signing_session where resource_id = any($1) and state in ('received', 'open', 'signing')`,
      world.things.map(({ id }) => id),
    );
    const open = world.things.filter(({ id, kind }) => rows.some((row) => member(row, 'resource_id') === id && member(row, 'kind') === kind));
    return (random.below(6) === 0 ? undefined : some(open)) ?? recent(world.things);
  }
  async function page(): Promise<Page | undefined> {
    const thing = await target();
    const open = world.pages.filter(
      (each) => each.thing.id === thing?.id && each.thing.kind === thing.kind && (!each.isLeft || random.below(6) === 0),
    );
    return open.at(random.below(4) === 0 ? 0 : -1) ?? recent(world.pages);
  }
  const place = (): 'company' | 'person' => random.pick(['company', 'company', 'company', 'person'] as const);

  async function asApplication(
    what: string,
    whose: 'company' | 'person',
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: object,
  ): Promise<WireAnswer> {
    const token = await world.tokenOf(whose);
    const headers = {
      authorization: `Bearer ${token}`,
      'x-request-id': randomUUID(),
      'psu-ip-address': '192.0.2.1',
      'tpp-redirect-uri': `${SITE}/back`,
    };
    const sent = body === undefined ? { headers } : { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
    return world.heard(what, await world.transport({ method, path, body: undefined, ...sent }));
  }

  /** What is asked for is mostly opened at once, as customers do. */
  async function remember(answer: WireAnswer, made: Omit<Thing, 'name' | 'scaRedirect'>): Promise<void> {
    const scaRedirect = member(jsonOf(answer), '_links', 'scaRedirect', 'href');
    if (typeof scaRedirect !== 'string') return;
    const thing: Thing = { ...made, name: `${made.kind} ${world.things.length + 1}`, scaRedirect };
    world.things.push(thing);
    if (random.below(3) > 0) await openPage(thing, seatOf(thing.place));
  }

  async function openPage(thing: Thing, where: Seat): Promise<void> {
    let { location = '' } = world.heard(`${where.name}: opens ${thing.name}`, await where.browser.send('GET', thing.scaRedirect)).headers;
    if (location.includes('/bank/sign-in/')) {
      const way = await world.signInAt(where, location, thing.place);
      if (way === undefined) return;
      location = world.heard(`${where.name}: comes back to ${thing.name}`, await where.browser.send('GET', way)).headers.location ?? '';
    }
    const entry = new URL(location, SITE).searchParams.get('entry');
    if (entry === null) return;
    const kind = thing.kind.replace('-cancellation', '');
    const first = world.heard(
      `${where.name}: reads ${thing.name}`,
      await where.browser.send('GET', `/api/ui/${kind}/details`, { headers: { 'signing-entry': entry } }),
    );
    if (first.status !== 200) return;
    const signingId = textOf(jsonOf(first), 'signingId');
    const own = await world.rows('select iban from account where customer_id = $1 order by iban', people.ids[thing.place]);
    const signed = await world.rows('select debtor_iban from payment where payment_id = $1 and debtor_iban is not null', thing.id);
    const iban = signed.length > 0 ? textOf(signed[0], 'debtor_iban') : textOf(own[0], 'iban');
    world.pages.push({ name: `page ${world.pages.length + 1}`, thing, seat: where, signingId, iban, isLeft: false });
  }

  async function send(
    { seat: { browser, name }, signingId, thing, name: page }: Page,
    method: 'GET' | 'PUT' | 'POST' | 'DELETE',
    path: string,
    body?: object,
  ) {
    const call = { headers: { 'signing-id': signingId }, ...(body === undefined ? {} : { body }) };
    return world.heard(`${name}, ${page} (${thing.name}): ${method} ${path}`, await browser.send(method, path, call));
  }

  const detailsPath = ({ thing }: Page) => `/api/ui/${thing.kind.replace('-cancellation', '')}/details`;
  const bodyOf = ({ thing, iban }: Page) => (thing.kind === 'consent' || thing.kind === 'transactions-statement' ? {} : { debtorAccountIban: iban });
  const awaited = async () =>
    (await world.rows(`select payment_id from payment where status = 'PATC' and payment_id = any($1)`, world.ids())).map((row) =>
      textOf(row, 'payment_id'),
    );

  async function signInHere(where: Seat, who: Place): Promise<void> {
    const returnTo = random.pick(['/bank/to-sign', '/bank/permissions', '/bank/receipts'] as const);
    const opened = world.heard(
      `${where.name}: the bank's door`,
      await where.browser.send('POST', '/bank/sign-in', { body: { bankCountry: 'ee', returnTo } }),
    );
    if (opened.status === 200) await world.signInAt(where, textOf(jsonOf(opened), 'location'), who);
  }

  return { seat, some, recent, seatOf, target, page, place, asApplication, remember, openPage, send, detailsPath, bodyOf, awaited, signInHere };
}

export type Steps = ReturnType<typeof createSteps>;
