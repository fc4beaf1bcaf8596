/**
 * Providers in the bank's console, and acts that need a second person.
 *
 * | call | answer |
 * |---|---|
 * | `POST /api/console/provider-lists` | {@link ConsoleProvidersBody} → 200 {@link ConsoleProviderList} |
 * | `POST /api/console/provider-pages` | {@link ConsoleProviderBody} → 200 {@link ConsoleProvider}; writes an audit entry first; 404 |
 * | `POST /api/console/requests` | {@link ConsoleRequestBody} → 201 {@link ConsoleRequest}; 404; 409 `PAGE_STALE`: it waits already, or the act would change nothing |
 * | `POST /api/console/request-lists` | {@link ConsoleRequestsBody} → 200 {@link ConsoleRequestList} |
 * | `POST /api/console/request-decisions` | {@link ConsoleDecisionBody} → 200 {@link ConsoleRequest}; 403 `ROLE_INVALID` for the person who asked; 404; 409 `PAGE_STALE`: another person decided, it expired, or what it is about has changed |
 *
 * Without a session: 401 `NOT_SIGNED_IN`. Without a role for the act: 403 `ROLE_INVALID`.
 */
import { type Static, Type } from 'typebox';
import { CERTIFICATE_STATES } from '../certificate-values.ts';
import { CONSOLE_DECISIONS, CONSOLE_REQUEST_KINDS, CONSOLE_REQUEST_STATES, CONSOLE_WORDS_MAX, CONSOLE_WORDS_MIN } from '../console-values.ts';
import { closed, IsoInstant, literals } from '../entities/common.ts';
import { PROVIDER_ROLES } from '../enumerations.ts';
import { ConsoleLook } from './console.ts';

const ClientId = Type.String({ pattern: '^[A-Za-z0-9_.-]{1,100}$' });
const Words = Type.String({ minLength: CONSOLE_WORDS_MIN, maxLength: CONSOLE_WORDS_MAX });
const count = Type.Integer({ minimum: 0 });

/** `text`: part of client id, names or contacts. `after`: `next` of the previous page. */
export const ConsoleProvidersBody = Type.Object(
  { text: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })), after: Type.Optional(ClientId) },
  closed,
);
export type ConsoleProvidersBody = Static<typeof ConsoleProvidersBody>;

const summary = {
  clientId: Type.String(),
  clientName: Type.String(),
  /** In the public register; before an admission a placeholder. */
  registeredName: Type.String(),
  isAdmitted: Type.Boolean(),
  isSuspended: Type.Boolean(),
  /** Of the admission. */
  roles: Type.Array(literals(PROVIDER_ROLES)),
};

export const ConsoleProviderSummary = Type.Object(summary, closed);
export type ConsoleProviderSummary = Static<typeof ConsoleProviderSummary>;

/** In the order of the client ids. */
export const ConsoleProviderList = Type.Object(
  {
    providers: Type.Array(ConsoleProviderSummary),
    /** Absent: there are no further ones. */
    next: Type.Optional(Type.String()),
  },
  closed,
);
export type ConsoleProviderList = Static<typeof ConsoleProviderList>;

export const ConsoleRequest = Type.Object(
  {
    requestId: Type.String(),
    kind: literals(CONSOLE_REQUEST_KINDS),
    /** Client id of the application. */
    about: Type.String(),
    /** Registered name and client name when it was asked. */
    name: Type.String(),
    state: literals(CONSOLE_REQUEST_STATES),
    /** The words of the person who asked. */
    words: Type.String(),
    askedBy: Type.String(),
    askedAt: IsoInstant,
    expiresAt: IsoInstant,
    decidedBy: Type.Optional(Type.String()),
    decidedAt: Type.Optional(IsoInstant),
    /** The words of the person who declined it. */
    note: Type.Optional(Type.String()),
    /** True: this operator asked. */
    isOwn: Type.Boolean(),
    /** What this operator may decide now. */
    decisions: Type.Array(literals(CONSOLE_DECISIONS)),
  },
  closed,
);
export type ConsoleRequest = Static<typeof ConsoleRequest>;

/** `about`: client id of the application. `words`: the reason. */
export const ConsoleRequestBody = Type.Object({ kind: literals(CONSOLE_REQUEST_KINDS), about: ClientId, words: Words }, closed);
export type ConsoleRequestBody = Static<typeof ConsoleRequestBody>;

/** `before`: `next` of the previous page. */
export const ConsoleRequestsBody = Type.Object(
  { isWaiting: Type.Boolean(), before: Type.Optional(Type.String({ pattern: '^req_[0-9a-z]{1,40}$' })) },
  closed,
);
export type ConsoleRequestsBody = Static<typeof ConsoleRequestsBody>;

/** Newest first. */
export const ConsoleRequestList = Type.Object(
  {
    requests: Type.Array(ConsoleRequest),
    /** Absent: there are no older ones. */
    next: Type.Optional(Type.String()),
  },
  closed,
);
export type ConsoleRequestList = Static<typeof ConsoleRequestList>;

/** `words`: required to decline. */
export const ConsoleDecisionBody = Type.Object(
  { requestId: Type.String({ pattern: '^req_[0-9a-z]{1,40}$' }), decision: literals(CONSOLE_DECISIONS), words: Type.Optional(Words) },
  closed,
);
export type ConsoleDecisionBody = Static<typeof ConsoleDecisionBody>;

export const ConsoleProviderBody = Type.Object({ clientId: ClientId }, closed);
export type ConsoleProviderBody = Static<typeof ConsoleProviderBody>;

export const ConsoleProvider = Type.Object(
  {
    ...summary,
    authorisationNumber: Type.Optional(Type.String()),
    admittedAt: Type.Optional(IsoInstant),
    redirectUris: Type.Array(Type.String()),
    certificates: Type.Array(
      Type.Object(
        {
          organizationId: Type.String(),
          thumbprint: Type.String(),
          notAfter: IsoInstant,
          /** Absent: no call has used it. */
          lastUsedAt: Type.Optional(IsoInstant),
          state: literals(CERTIFICATE_STATES),
        },
        closed,
      ),
    ),
    /** Calls of the last 30 days. */
    usage: Type.Object({ calls: count, failed: count, p95Ms: Type.Optional(Type.Integer()) }, closed),
    /** What customers were asked to sign in the last 30 days, and how it ended. `shown`: the customer signed in and opened the page. */
    conversion: Type.Object({ asked: count, shown: count, signed: count, refused: count, expired: count }, closed),
    /** A request about this application that waits for a second person. */
    waiting: Type.Optional(ConsoleRequest),
    /** Who read this page, newest first, with the present read. */
    lookedAtBy: Type.Array(ConsoleLook),
  },
  closed,
);
export type ConsoleProvider = Static<typeof ConsoleProvider>;
