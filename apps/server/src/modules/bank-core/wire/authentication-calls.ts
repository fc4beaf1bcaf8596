/** What the calls of the bank's own authentication carry (docs/decisions/0109). A core without it implements none of them. */
import { literals } from '@portico/contract';
import { AUTH_METHODS, BANK_APPROACHES, LOCALES } from '@portico/contract/values';
import { type Static, Type } from 'typebox';
import { Instant, Text } from './values.ts';

const EVIDENCE_LENGTH_MAX = 8_000;
const ContentHash = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of what is confirmed, 64 hex digits' });
const Label = Type.String({ minLength: 1, maxLength: 60 });

/** A method that the bank carries out itself. */
export const OwnMethod = Type.Object(
  {
    method: literals(AUTH_METHODS),
    approach: literals(BANK_APPROACHES),
    labels: Type.Object({ en: Label, et: Label, lt: Label, lv: Label, ru: Label }, { description: 'its name, in the languages of the pages' }),
  },
  { title: 'OwnMethod' },
);

const NoRequest = Type.Object({ challengeId: Text });

export const BeginAuthentication = Type.Object(
  {
    challengeId: Text,
    method: literals(AUTH_METHODS),
    approach: literals(BANK_APPROACHES),
    purpose: literals(['signIn', 'signing']),
    customerId: Type.Optional(Type.String({ description: 'who must authenticate; absent: the core says who it was' })),
    contentHash: ContentHash,
    displayText: Type.String({ description: 'at most 200 characters, in the language of the customer: what they confirm' }),
    amount: Type.Optional(Type.Object({ amount: Type.String({ description: 'decimal, with two places' }), currency: Type.String() })),
    payee: Type.Optional(Type.String()),
    provider: Type.Optional(Type.String({ description: 'registered name of the provider; absent for the own pages of the bank' })),
    controlCode: Type.Optional(Type.String({ description: 'decoupled: four digits that the page shows; the app shows the same' })),
    locale: literals(LOCALES),
    returnAddress: Type.Optional(Type.String({ description: 'redirect: where the core sends the browser afterwards, and not before' })),
    secondsLeft: Type.Integer(),
  },
  { title: 'Authentication' },
);

/** `address`: required for a redirect. */
export const BegunAuthentication = Type.Object({
  address: Type.Optional(
    Type.String({ maxLength: 2_000, description: 'redirect: where the customer authenticates, the same in every answer for this challenge' }),
  ),
});

export const ReadAuthentication = NoRequest;
export const CancelAuthentication = NoRequest;

/** `contentHash`, `evidence`, `authenticatedAt`: required where `state` is `approved`. */
export const AuthenticationState = Type.Object(
  {
    state: literals(['started', 'approved', 'refused', 'wrongCode', 'timedOut', 'unreachable']),
    contentHash: Type.Optional(ContentHash),
    customerId: Type.Optional(Type.String({ minLength: 1, maxLength: 300, description: 'who authenticated; required after a sign-in by redirect' })),
    methodName: Type.Optional(Type.String({ minLength: 1, maxLength: 60, description: 'what the customer used, as receipts name it' })),
    evidence: Type.Optional(
      Type.String({ minLength: 1, maxLength: EVIDENCE_LENGTH_MAX, description: 'opaque to Portico, such as a signed token; kept in the audit log' }),
    ),
    authenticatedAt: Type.Optional(Instant),
  },
  { title: 'AuthenticationState' },
);
export type AuthenticationState = Static<typeof AuthenticationState>;
