/**
 * Two limits. One bank session, all roles that the person takes included, may ask for a limited number of PDFs: drawing one takes as long as hundreds
 * of ordinary requests. The server reads a limited number of receipts at once: reading one sends about ten statements, which delay the ordinary
 * requests of other sessions.
 */
import { createHourlyBudget } from '#platform/http/hourly-budget.ts';
import { UiRefusal } from '#platform/http/refusal.ts';
import { createRunLimit, type RunLimited } from '#platform/threads/run-limit.ts';

export const DRAWINGS_PER_SESSION = { perHour: 120, atOnce: 3 } as const;
/** For all sessions together. Two readings leave most database connections free. */
const READINGS = { runningMax: 2, waitingMax: 200 } as const;
const SOON_SECONDS = 5;
const HOUR_SECONDS = 60 * 60;

export interface DrawingLimits {
  /** @throws UiRefusal 429 RATE_LIMITED; nothing is drawn then. */
  within<Result>(signInId: string, draw: () => Promise<Result>): Promise<Result>;
}

/** @param now in ms, never backwards */
export function createDrawingLimits(now?: () => number): DrawingLimits {
  const spend = createHourlyBudget(DRAWINGS_PER_SESSION.perHour, now);
  const running = new Map<string, number>();
  return {
    async within(signInId, draw) {
      const before = running.get(signInId) ?? 0;
      if (before >= DRAWINGS_PER_SESSION.atOnce) throw refused('Other files are being made for you. Try again in a few seconds.', SOON_SECONDS);
      if (!spend(signInId)) throw refused('Too many files were asked for. Try again in an hour.', HOUR_SECONDS);
      running.set(signInId, before + 1);
      try {
        return await draw();
      } finally {
        const left = (running.get(signInId) ?? 1) - 1;
        if (left === 0) running.delete(signInId);
        else running.set(signInId, left);
      }
    },
  };
}

/** @throws UiRefusal 503 UNAVAILABLE where too many wait. */
export function createReadingLimit(): RunLimited {
  return createRunLimit(
    READINGS,
    () =>
      new UiRefusal(503, 'UNAVAILABLE', 'Too many receipts are being read at the moment. Try again in a few seconds.', {
        headers: { 'retry-after': String(SOON_SECONDS) },
      }),
  );
}

function refused(text: string, seconds: number): UiRefusal {
  return new UiRefusal(429, 'RATE_LIMITED', text, { headers: { 'retry-after': String(seconds) } });
}
