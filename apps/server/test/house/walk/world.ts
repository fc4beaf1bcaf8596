/** What a walk has made so far: browsers, things to sign and open pages. Every answer passes `heard`, which looks at it. */
import type { SigningKind } from '@portico/contract';
import { type Browser, jsonOf, member, openBrowser, textOf, type WireAnswer } from '@portico/testkit';
import { sha256Hex } from '#platform/crypto/hash.ts';
import { overInject } from '../../../src/testing/over-inject.ts';
import { openFallbackDesk } from '../fallback-desk.ts';
import type { PermissionsHouse } from '../permissions-house.ts';
import { nameOf, type People, type Person, type Place } from './people.ts';

export interface Seat {
  readonly name: string;
  readonly browser: Browser;
  /** Who signed in here last; undefined: signed out. */
  visitor: { readonly place: Place; readonly person: Person } | undefined;
}

export interface Thing {
  readonly name: string;
  readonly kind: SigningKind;
  readonly place: 'company' | 'person';
  /** Of the payment or consent. */
  readonly id: string;
  /** Path in the API. */
  readonly self: string;
  readonly scaRedirect: string;
}

export interface Page {
  readonly name: string;
  readonly thing: Thing;
  readonly seat: Seat;
  readonly signingId: string;
  readonly iban: string;
  /** The browser signed out, or another person signed in there. */
  isLeft: boolean;
}

/** Open at the fallback interface. */
export interface FallbackSession {
  readonly session: string;
  readonly place: 'company' | 'person';
  readonly person: Person;
}

export interface Held {
  readonly page: Page;
  readonly answer: Promise<WireAnswer>;
  isOver: boolean;
}

export async function openWorld(house: PermissionsHouse, people: People, developer: string) {
  const transport = overInject(house.app, house.config.publicUrl);
  const complaints: string[] = [];
  const story: string[] = [];
  const desk = await openFallbackDesk(house, developer);
  const clientId = textOf((await house.call('GET', '/api/tpp')).body, 'clientId');
  const token = async (place: 'company' | 'person'): Promise<string> =>
    house.tokenOf(place === 'company' ? house.company : house.customer('ee', 'person')).catch(() => '');

  const seats = ['first browser', 'second browser', 'third browser'].map(
    (name): Seat => ({ name, browser: openBrowser(transport, house.config.publicUrl), visitor: undefined }),
  );
  for (const { browser } of seats) await browser.send('PUT', '/bank/device', { body: { automatic: false } });

  const world = {
    house,
    people,
    transport,
    complaints,
    story,
    seats,
    things: [] as Thing[],
    pages: [] as Page[],
    held: [] as Held[],
    desk,
    fallback: [] as FallbackSession[],
    fallbackPayments: [] as { readonly id: string; readonly orderedBy: Person }[],
    /** A reset has changed balances: money is counted from here on. */
    rebase: false,
    isSuspended: false,
    clientId,
    hash: sha256Hex,
    /** Of everything that was made so far. */
    ids: (): readonly string[] => [...new Set([...world.things, ...world.fallbackPayments].map(({ id }) => id))],
    rows: async (text: string, ...values: readonly unknown[]) => (await house.database.query(text, values)).rows,
    complain(what: string): void {
      complaints.push(what);
    },
    /** No act of a customer or an application is an error of the server. */
    heard<Answer extends { readonly status: number; readonly text: string }>(what: string, answer: Answer): Answer {
      story.push(`  ${what}: ${answer.status} ${codeOf(answer)}`);
      if (answer.status >= 500) complaints.push(`${what} answered ${answer.status} ${answer.text}`);
      return answer;
    },
    /** For both customers; a new token of one takes the other's away, so it is asked for when it is needed. */
    tokenOf: token,
    /** Approves, refuses or mistypes everything that the device of this browser shows. */
    async answerDevice({ browser, name }: Seat, answer: 'approve' | 'refuse' | 'wrongCode', purpose?: string): Promise<void> {
      const listed: unknown = member(
        jsonOf(world.heard(`${name} reads its device`, await browser.send('GET', '/bank/device/challenges'))),
        'challenges',
      );
      for (const challenge of Array.isArray(listed) ? listed : []) {
        if (member(challenge, 'state') !== 'started' || (purpose !== undefined && member(challenge, 'purpose') !== purpose)) continue;
        const path = `/bank/device/challenges/${textOf(challenge, 'challengeId')}/answer`;
        world.heard(`${name}: the device ${answer}s`, await browser.send('POST', path, { body: { answer } }));
      }
    },
    /** Takes what a browser has away from it: what was open there is left. */
    leave(seat: Seat): void {
      seat.visitor = undefined;
      for (const page of world.pages) if (page.seat === seat) page.isLeft = true;
    },
    /** Through the sign-in page at `path`. Undefined: it was refused. */
    async signInAt(seat: Seat, path: string, place: Place): Promise<string | undefined> {
      const { browser, name } = seat;
      const person = people.holders[place];
      world.heard(`${name}: sign-in details`, await browser.send('GET', `${path}/details`));
      const body = { method: 'SMART_ID', nationalIdentityNumber: person.code };
      const asked = world.heard(`${name}: ${nameOf(person)} signs in as ${place}`, await browser.send('POST', `${path}/authentication`, { body }));
      if (asked.status !== 200) return undefined;
      await world.answerDevice(seat, 'approve', 'signIn');
      const done = world.heard(`${name}: completes`, await browser.send('POST', `${path}/completion`));
      if (done.status !== 200) return undefined;
      world.leave(seat);
      seat.visitor = { place, person };
      return textOf(jsonOf(done), 'location');
    },
  };
  return world;
}

export type World = Awaited<ReturnType<typeof openWorld>>;

export function codeOf({ text }: { readonly text: string }): string {
  const found = /"(?:code|outcome|transactionStatus|consentStatus|state)":"(\w+)"/g;
  return [...text.matchAll(found)]
    .map(([, code]) => code)
    .slice(0, 3)
    .join(' ');
}
