/** How long a bank session lives. RTS (EU) 2018/389 Art. 4(3)(d): at most five minutes without activity. Tenant time. */
import { BANK_SESSION_IDLE_SECONDS, BANK_SESSION_TOTAL_SECONDS } from '@portico/contract/values';

interface Lifetime {
  readonly signedInAt: Date;
  readonly lastSeenAt: Date;
}

export function isSessionAlive(session: Lifetime, now: Date): boolean {
  // A clock that was turned back to before the sign-in must not lengthen a session.
  return now.getTime() >= session.signedInAt.getTime() && msLeft(session, now) > 0;
}

/** Until it ends if nothing is done. */
export function secondsLeft(session: Lifetime, now: Date): number {
  return Math.ceil(Math.max(0, msLeft(session, now)) / 1000);
}

function msLeft({ signedInAt, lastSeenAt }: Lifetime, now: Date): number {
  const totalMs = signedInAt.getTime() + BANK_SESSION_TOTAL_SECONDS * 1000 - now.getTime();
  const idleMs = lastSeenAt.getTime() + BANK_SESSION_IDLE_SECONDS * 1000 - now.getTime();
  return Math.min(totalMs, idleMs);
}
