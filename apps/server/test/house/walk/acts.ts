/** The acts of a walk, each a call or two over the real routes. An act that finds nothing to do does nothing. */
import { randomUUID } from 'node:crypto';
import { jsonOf, member, SITE, textOf, type WireAnswer } from '@portico/testkit';
import { EVERY_ACCOUNT } from '../access-pages.ts';
import { orderBody } from '../company-house.ts';
import type { SeededRandom } from '../fuzz/seeded-random.ts';
import { untilAsked } from './held-calls.ts';
import { nameOf, type Place } from './people.ts';
import type { Held, Page, Seat, Thing, World } from './world.ts';

const DAY_MS = 24 * 60 * 60_000;
const PLACES: readonly Place[] = ['company', 'company', 'coSigner', 'coSigner', 'person'];
const PATHS = { now: '/api/v1/payments/instant-sepa-credit-transfers', later: '/api/v1/payments/sepa-credit-transfers' } as const;

export function createActs(world: World, random: SeededRandom) {
  const { house, people } = world;
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
  const bodyOf = ({ thing, iban }: Page) => (thing.kind === 'consent' ? {} : { debtorAccountIban: iban });
  const awaited = async () =>
    (
      await world.rows(
        `select payment_id from payment where status = 'PATC' and payment_id = any($1)`,
        world.things.map(({ id }) => id),
      )
    ).map((row) => textOf(row, 'payment_id'));

  async function signInHere(where: Seat, who: Place): Promise<void> {
    const returnTo = random.pick(['/bank/to-sign', '/bank/permissions', '/bank/receipts'] as const);
    const opened = world.heard(
      `${where.name}: the bank's door`,
      await where.browser.send('POST', '/bank/sign-in', { body: { bankCountry: 'ee', returnTo } }),
    );
    if (opened.status === 200) await world.signInAt(where, textOf(jsonOf(opened), 'location'), who);
  }

  const acts = {
    async pay() {
      const whose = place();
      const when = random.pick(['now', 'now', 'later'] as const);
      const day = new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10);
      const order = { ...orderBody(`${1 + random.below(50)}.0${random.below(10)}`), ...(when === 'later' ? { requestedExecutionDate: day } : {}) };
      const made = await asApplication(`payment of the ${whose}, ${when}`, whose, 'POST', PATHS[when], order);
      if (made.status === 201) {
        const id = textOf(jsonOf(made), 'paymentId');
        await remember(made, { kind: 'payment', place: whose, id, self: `${PATHS[when]}/${id}` });
      }
    },
    async askAccess() {
      const whose = place();
      const made = await asApplication(`consent of the ${whose}`, whose, 'POST', '/api/v1/consents', EVERY_ACCOUNT);
      if (made.status !== 201) return;
      const id = textOf(jsonOf(made), 'consentId');
      await remember(made, { kind: 'consent', place: whose, id, self: `/api/v1/consents/${id}` });
    },
    /** Mostly what is signed and can still be cancelled, which takes a signature. */
    async takeBack() {
      const signed = await world.rows(
        `select payment_id from payment where status in ('PATC', 'ACTC') and payment_id = any($1)`,
        world.things.map(({ id }) => id),
      );
      const cancellable = world.things.filter(({ id, kind }) => kind === 'payment' && signed.some((row) => member(row, 'payment_id') === id));
      const thing = (random.below(4) === 0 ? undefined : some(cancellable)) ?? (random.below(3) === 0 ? recent(world.things) : undefined);
      if (thing === undefined) return;
      const answer = await asApplication(`the application takes ${thing.name} back`, thing.place, 'DELETE', thing.self);
      if (answer.status === 202) await remember(answer, { ...thing, kind: 'payment-cancellation' });
    },
    async signIn() {
      await signInHere(seat(), random.pick(PLACES));
    },
    async signOut() {
      const where = seat();
      world.heard(`${where.name}: signs out`, await where.browser.send('DELETE', '/bank/session'));
      world.leave(where);
    },
    async open() {
      const thing = await target();
      if (thing !== undefined) await openPage(thing, seatOf(thing.place));
    },
    async read() {
      const read = await page();
      if (read === undefined) return;
      const path = random.pick([
        detailsPath(read),
        '/api/ui/account/list',
        `/api/ui/account/balance?iban=${read.iban}`,
        '/api/ui/challenge',
        '/api/ui/customer/details',
      ]);
      const answer = await send(read, 'GET', path);
      if (read.isLeft && answer.status === 200)
        world.complain(`${read.name} of ${read.thing.name} was read (${path}) after its browser had signed out`);
      const holder = people.holders[read.thing.place];
      const visitor = read.seat.visitor?.person;
      if (answer.status === 200 && path !== '/api/ui/challenge' && visitor !== holder)
        world.complain(`${visitor && nameOf(visitor)} read ${path} in the place of ${nameOf(holder)}`);
    },
    async sign() {
      const signed = await page();
      if (signed === undefined) return;
      const isSigned = async () =>
        (
          await world.rows(
            `select 1 from signing_session where resource_id = $1 and kind = $2 and state = 'signed'`,
            signed.thing.id,
            signed.thing.kind,
          )
        ).length > 0;
      const wasSigned = await isSigned();
      const wasLeft = signed.isLeft;
      const held: Held = {
        page: signed,
        isOver: false,
        answer: send(signed, 'PUT', `/api/ui/${signed.thing.kind}`, bodyOf(signed)).then(async (answer) => {
          held.isOver = true;
          if (answer.status === 200 && wasLeft && !wasSigned)
            world.complain(`${signed.thing.name} was signed in ${signed.name} after its browser had signed out`);
          if (answer.status === 200 && !(await isSigned())) world.complain(`${signed.name} says that ${signed.thing.name} is signed, and it is not`);
          return answer;
        }),
      };
      world.held.push(held);
      await untilAsked(world, signed, held);
    },
    async refuse() {
      const refused = await page();
      if (refused === undefined) return;
      const wasLeft = refused.isLeft;
      const states = async () =>
        (await world.rows('select state from signing_session where resource_id = $1 and kind = $2', refused.thing.id, refused.thing.kind)).map(
          (row) => textOf(row, 'state'),
        );
      const before = await states();
      const answer = await send(refused, 'DELETE', `/api/ui/${refused.thing.kind}`);
      if (answer.status !== 200) return;
      if (wasLeft) world.complain(`${refused.thing.name} was refused in ${refused.name} after its browser had signed out`);
      if (!(await states()).includes('refused')) world.complain(`${refused.name} says that ${refused.thing.name} is refused, and it is not`);
      const [holder, visitor] = [people.holders[refused.thing.place], refused.seat.visitor?.person];
      if (!before.includes('refused') && visitor !== holder)
        world.complain(`${visitor && nameOf(visitor)} refused ${refused.thing.name} in the place of ${nameOf(holder)}`);
    },
    async device() {
      await world.answerDevice(
        seat(),
        random.pick(['approve', 'approve', 'approve', 'approve', 'approve', 'refuse', 'wrongCode'] as const),
        'signing',
      );
    },
    async approveAll() {
      for (const where of world.seats) await world.answerDevice(where, 'approve', 'signing');
    },
    async coAsk() {
      const [id, where] = [some(await awaited()), seatOf('coSigner')];
      if (id !== undefined)
        world.heard(`${where.name}: asks for the second signature`, await where.browser.send('POST', `/bank/to-sign/payments/${id}/challenge`));
    },
    async coSign() {
      const [id, where] = [some(await awaited()), seatOf('coSigner')];
      if (id !== undefined)
        world.heard(`${where.name}: second signature`, await where.browser.send('POST', `/bank/to-sign/payments/${id}/signature`));
    },
    async coRefuse() {
      const [id, where] = [some(await awaited()), seatOf('coSigner')];
      if (id !== undefined)
        world.heard(`${where.name}: second signature refused`, await where.browser.send('POST', `/bank/to-sign/payments/${id}/refusal`));
    },
    /** A complete second signature in a browser that no other act uses meanwhile. */
    async coSignWhole() {
      const [id, where] = [some(await awaited()), seatOf('coSigner')];
      if (id === undefined) return;
      if (where.visitor?.place !== 'coSigner') await signInHere(where, 'coSigner');
      const path = `/bank/to-sign/payments/${id}`;
      world.heard(`${where.name}: asks for the second signature`, await where.browser.send('POST', `${path}/challenge`));
      await world.answerDevice(where, 'approve', 'signing');
      if (random.below(3) > 0) world.heard(`${where.name}: second signature`, await where.browser.send('POST', `${path}/signature`));
    },
    async withdraw() {
      const [thing, where] = [some(world.things.filter(({ kind }) => kind === 'consent')), seat()];
      if (thing !== undefined)
        world.heard(`${where.name}: withdraws ${thing.name}`, await where.browser.send('POST', `/bank/permissions/given/${thing.id}/withdrawal`));
    },
    async replacePersons() {
      const first = random.pick(people.persons);
      const second = random.pick(people.persons.filter((person) => person !== first));
      world.story.push(`  the bank: ${nameOf(first)} signs first, ${nameOf(second)} signs second`);
      await people.replace(first, second);
    },
    async appoint() {
      const does = !people.isAppointed();
      world.story.push(`  the bank: the second ${does ? 'signs' : 'does not sign'} for the company`);
      await people.appoint(does);
    },
    async wait() {
      const step = random.pick([
        { minutes: 1 },
        { minutes: 1 },
        { minutes: 4 },
        { minutes: 4 },
        { minutes: 6 },
        { minutes: 16 },
        { days: 1 },
        { days: 8 },
      ] as const);
      world.story.push(`  time: ${JSON.stringify(step)}`);
      await house.advance(step);
    },
    async suspend() {
      world.isSuspended = !world.isSuspended;
      world.story.push(`  the application is ${world.isSuspended ? 'suspended' : 'lifted'}`);
      await house.modules.onboarding.setSuspended(world.clientId, world.isSuspended);
    },
  };
  return acts;
}

export type Acts = ReturnType<typeof createActs>;
export type ActName = keyof Acts;
