/** How long a bank session lives. RTS (EU) 2018/389 Art. 4(3)(d): at most five minutes without activity. Tenant time. */
import { BANK_SESSION_IDLE_SECONDS, BANK_SESSION_TOTAL_SECONDS } from '@portico/contract/values';

export function isSessionAlive(session: { signedInAt: Date; lastSeenAt: Date }, now: Date): boolean {
  const ageMs = now.getTime() - session.signedInAt.getTime();
  const idleMs = now.getTime() - session.lastSeenAt.getTime();
  // A clock that was turned back to before the sign-in must not lengthen a session.
  return ageMs >= 0 && ageMs < BANK_SESSION_TOTAL_SECONDS * 1000 && idleMs < BANK_SESSION_IDLE_SECONDS * 1000;
}
