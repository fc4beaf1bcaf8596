/** `kind` alone distinguishes the sessions of the signing pages. The sessions are recorded responses of the server. */
import { readdirSync, readFileSync } from 'node:fs';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { SIGNING_KINDS, type SigningKind } from '../enumerations.ts';
import { SigningSession } from './ui-signing-sessions.ts';

const FOLDER = new URL('../../recorded/', import.meta.url);

interface Recorded {
  readonly call: string;
  readonly status: number;
  readonly body: object & { readonly kind?: unknown };
}

const sessions = readdirSync(FOLDER)
  .map((name): Recorded => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')))
  .filter(({ call, status }) => status === 200 && /^GET \/api\/ui\/[a-z-]+\/details$/.test(call) && call !== 'GET /api/ui/customer/details')
  .map(({ body }) => body);

/** A cancellation shows the details of the payment that it cancels. */
const formOf = (kind: SigningKind) => kind.replace('-cancellation', '');

/** Returns the kinds of the schemas that this value matches. */
const matchesOf = (value: unknown) =>
  SigningSession.anyOf.filter((member) => Value.Check(member, value)).map(({ properties }) => properties.kind.const);

it('has one member for each kind', () => {
  expect(SigningSession.anyOf.map(({ properties }) => properties.kind.const)).toEqual([...SIGNING_KINDS]);
});

describe.each(SIGNING_KINDS)('a session of kind %s', (kind) => {
  const recorded = sessions.filter((session) => session.kind === kind);

  it('is recorded, and matches exactly its own member', () => {
    expect(recorded.length).toBeGreaterThan(0);
    expect(recorded.map(matchesOf)).toEqual(recorded.map(() => [kind]));
  });

  it('matches none without its kind, and none under an unknown kind', () => {
    for (const session of recorded) {
      const { kind: _none, ...kindless } = session;
      expect(matchesOf(kindless)).toEqual([]);
      expect(matchesOf({ ...session, kind: 'mandate' })).toEqual([]);
    }
  });

  it.each(SIGNING_KINDS.filter((other) => other !== kind))('matches at most the member %s under that name', (other) => {
    const expected = formOf(other) === formOf(kind) ? [other] : [];
    for (const session of recorded) expect(matchesOf({ ...session, kind: other })).toEqual(expected);
  });

  it('matches none with a field that its kind does not have', () => {
    for (const session of recorded) expect(matchesOf({ ...session, surprise: true })).toEqual([]);
  });
});
