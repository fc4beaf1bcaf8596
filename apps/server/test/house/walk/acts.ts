/** The acts of a walk, each a call or two over the real routes. An act that finds nothing to do does nothing. */
import type { SigningKind } from '@portico/contract';
import { jsonOf, member, textOf } from '@portico/testkit';
import { EVERY_ACCOUNT } from '../access-pages.ts';
import { orderBody } from '../company-house.ts';
import type { SeededRandom } from '../fuzz/seeded-random.ts';
import { untilAsked } from './held-calls.ts';
import { nameOf, type Place } from './people.ts';
import { createProductActs } from './product-acts.ts';
import { createSteps } from './steps.ts';
import type { Held, World } from './world.ts';

const DAY_MS = 24 * 60 * 60_000;
const PLACES: readonly Place[] = ['company', 'company', 'coSigner', 'coSigner', 'person'];
const PATHS = { now: '/api/v1/payments/instant-sepa-credit-transfers', later: '/api/v1/payments/sepa-credit-transfers' } as const;

export function createActs(world: World, random: SeededRandom) {
  const { house, people } = world;
  const steps = createSteps(world, random);
  const { seat, some, recent, seatOf, target, page, place, asApplication, remember, openPage, send, detailsPath, bodyOf, awaited, signInHere } =
    steps;

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
      const cancellable = world.things.filter(({ id, kind }) => kind.endsWith('payment') && signed.some((row) => member(row, 'payment_id') === id));
      const thing = (random.below(4) === 0 ? undefined : some(cancellable)) ?? (random.below(3) === 0 ? recent(world.things) : undefined);
      if (thing === undefined) return;
      const answer = await asApplication(`the application takes ${thing.name} back`, thing.place, 'DELETE', thing.self);
      if (answer.status === 202) await remember(answer, { ...thing, kind: `${thing.kind}-cancellation` as SigningKind });
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
    /** Makes all unused challenges five minutes older. */
    async leaveLying() {
      const later = "- interval '5 minutes'";
      await house.database.query(
        `update challenge set created_at = created_at ${later}, expires_at = expires_at ${later}, answers_at = answers_at ${later}, ended_at = ended_at ${later}
         where used_at is null`,
      );
    },
    async suspend() {
      world.isSuspended = !world.isSuspended;
      world.story.push(`  the application is ${world.isSuspended ? 'suspended' : 'lifted'}`);
      await house.modules.onboarding.setSuspended(world.clientId, world.isSuspended);
    },
  };
  return { ...acts, ...createProductActs(world, random, steps) };
}

export type Acts = ReturnType<typeof createActs>;
export type ActName = keyof Acts;
