/** A fake sign-in module: the bank cookie names a session, tests can end sessions, and opened sign-ins are recorded. */
import type { FastifyRequest } from 'fastify';
import { sha256Hex } from '#platform/crypto/hash.ts';
import type { BankSession, OpenSignIn, SignedInFor, SignIn } from '../../sign-in/index.ts';
import { CUSTOMERS, SANDBOX } from './test-bank.ts';

export interface TestSignIn extends SignIn {
  readonly opened: OpenSignIn[];
  /** Adds a bank session of a person with its own cookie, e.g. `mari-2`. */
  addSession(cookie: string, person: keyof typeof CUSTOMERS, signedInAt?: Date, signedInFor?: Partial<SignedInFor>): void;
  endSession(cookie: string): void;
  /** @throws when this cookie has no session. */
  sessionOf(cookie: string): BankSession;
}

export function createTestSignIn(): TestSignIn {
  const sessions = new Map<string, BankSession>();
  const opened: OpenSignIn[] = [];

  function addSession(cookie: string, person: keyof typeof CUSTOMERS, signedInAt = new Date(), signedInFor: Partial<SignedInFor> = {}): void {
    const { customerId, country } = CUSTOMERS[person];
    sessions.set(cookie, {
      sessionHash: sha256Hex(cookie),
      signInId: `sgi_${cookie}`,
      sandboxId: SANDBOX,
      customerId,
      country,
      authMethod: 'SMART_ID',
      signedInAt,
      secondsLeft: 300,
      signedInFor: { appId: 'app_shop', signingSessionId: undefined, ...signedInFor },
      person: undefined,
      deviceKeyHash: sha256Hex(sha256Hex(person).slice(0, 43)),
    });
  }

  addSession('mari', 'mari');
  addSession('jaan', 'jaan');
  addSession('ruta', 'ruta');
  addSession('liga', 'liga');

  return {
    opened,
    addSession,
    endSession: (cookie) => void sessions.delete(cookie),
    sessionOf(cookie) {
      const session = sessions.get(cookie);
      if (session === undefined) throw new Error(`Nobody is signed in as ${cookie}.`);
      return session;
    },
    async open(_request, _reply, input) {
      opened.push(input);
      return '/bank/sign-in/signin-1';
    },
    isByPerson: ({ person }) => person === undefined,
    isAtTheBank: async () => false,
    lastBrowser: async () => undefined,
    returnFromBank: async () => undefined,
    currentSession: async (request) => sessions.get(cookieOf(request) ?? ''),
    browserSessionHash(request) {
      const cookie = cookieOf(request);
      return cookie === undefined ? undefined : sha256Hex(cookie);
    },
  };
}

function cookieOf(request: FastifyRequest): string | undefined {
  return /portico-bank=([^;]+)/.exec(request.headers.cookie ?? '')?.[1];
}
