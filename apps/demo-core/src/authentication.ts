/**
 * The bank's own authentication: a page to which Portico sends the customer, and an app that this page plays. The page is the bank's OpenID provider's,
 * and its ID token is the evidence. Running authentications live in the memory of this process.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { PEOPLE, type Person } from './people.ts';
import { optionalText, text } from './read-body.ts';
import { type Body, type Calls, Refused } from './serve.ts';

type State = 'started' | 'approved' | 'refused' | 'timedOut';

export interface Authentication {
  readonly challengeId: string;
  /** Unguessable: who has the address may see what is confirmed. */
  readonly token: string;
  readonly asked: Body;
  readonly endsAt: number;
  state: State;
  customerId?: string;
  evidence?: string;
  authenticatedAt?: string;
}

/** What must be the same in every `begin-authentication` of one challenge. The time that is left changes. */
const FIXED = ['method', 'approach', 'purpose', 'customerId', 'contentHash', 'returnAddress'] as const;

const LABELS = {
  BANK_PAGE: { en: 'Small bank’s page', et: 'Väikepanga leht', lt: 'Mažojo banko puslapis', lv: 'Mazās bankas lapa', ru: 'Страница малого банка' },
  BANK_APP: {
    en: 'Small bank’s app',
    et: 'Väikepanga äpp',
    lt: 'Mažojo banko programėlė',
    lv: 'Mazās bankas lietotne',
    ru: 'Приложение малого банка',
  },
  IDCARD: { en: 'ID-card', et: 'ID-kaart', lt: 'Asmens tapatybės kortelė', lv: 'eID karte', ru: 'ID-карта' },
};

export const OWN_METHODS = [
  { method: 'BANK_PAGE', approach: 'redirect', labels: LABELS.BANK_PAGE },
  { method: 'BANK_APP', approach: 'decoupled', labels: LABELS.BANK_APP },
  { method: 'IDCARD', approach: 'redirect', labels: LABELS.IDCARD },
] as const;

export function createAuthentications(origin: string) {
  const all = new Map<string, Authentication>();
  const signingKey = randomBytes(32);

  function find(challengeId: string): Authentication {
    const found = all.get(challengeId);
    if (found === undefined) throw new Refused(404, 'This authentication was not begun.');
    if (found.state === 'started' && Date.now() >= found.endsAt) found.state = 'timedOut';
    return found;
  }

  const calls: Calls = {
    'begin-authentication': (body) => {
      const challengeId = text(body, 'challengeId');
      const known = all.get(challengeId);
      if (known !== undefined && FIXED.some((name) => known.asked[name] !== body[name])) throw new Refused(409, 'The content has changed.');
      const endsAt = Date.now() + Number(body.secondsLeft) * 1_000;
      const begun = known ?? { challengeId, token: randomBytes(24).toString('base64url'), asked: body, endsAt, state: 'started' as const };
      all.set(challengeId, begun);
      return text(body, 'approach') === 'redirect' ? { address: `${origin}/authentication/${begun.token}` } : {};
    },
    'read-authentication': (body) => {
      const { state, asked, customerId, evidence, authenticatedAt } = find(text(body, 'challengeId'));
      if (state !== 'approved') return { state, customerId };
      return { state, contentHash: asked.contentHash, customerId, methodName: 'Small bank login', evidence, authenticatedAt };
    },
    'cancel-authentication': (body) => {
      const found = all.get(text(body, 'challengeId'));
      if (found?.state === 'started') found.state = 'timedOut';
      return {};
    },
  };

  return {
    calls,
    /** Undefined for a token that opens nothing. */
    byToken(token: string): Authentication | undefined {
      const found = [...all.values()].find((each) => each.token === token);
      return found && find(found.challengeId);
    },
    /** What the app asks now, the newest first. */
    inApp: (): readonly Authentication[] =>
      [...all.values()].filter(({ asked, challengeId }) => asked.approach === 'decoupled' && find(challengeId).state === 'started').toReversed(),
    /** The person decides once; later decisions change nothing. */
    approve(authentication: Authentication, customerId: string, idToken?: string): void {
      const current = find(authentication.challengeId);
      if (current.state !== 'started') return;
      const authenticatedAt = new Date().toISOString();
      const evidence = idToken ?? seal(signingKey, { sub: customerId, content_hash: current.asked.contentHash, at: authenticatedAt });
      Object.assign(current, { state: 'approved', customerId, authenticatedAt, evidence });
    },
    /** @param customerId undefined: before the customer has signed in */
    refuse(authentication: Authentication, customerId?: string): void {
      const current = find(authentication.challengeId);
      if (current.state === 'started') Object.assign(current, { state: 'refused', customerId });
    },
    /** Who may decide: the customer who is asked, or at a sign-in anybody whom the bank knows. */
    peopleFor({ asked }: Authentication): readonly Person[] {
      const wanted = optionalText(asked, 'customerId');
      return PEOPLE.filter(({ customerId }) => wanted === undefined || customerId === wanted);
    },
  };
}

export type Authentications = ReturnType<typeof createAuthentications>;

/** The app's evidence, in place of an ID token: what was confirmed, and a seal of this bank. */
function seal(key: Buffer, claims: object): string {
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `${payload}.${createHmac('sha256', key).update(payload).digest('base64url')}`;
}
