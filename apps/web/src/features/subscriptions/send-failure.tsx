/** Why a call was refused, and after a limit from when on it can be repeated. */
import { useMemo } from 'react';
import { formatDateTime } from '../../shared/format/dates.ts';
import { nowMs } from '../../shared/page/page.ts';
import { ActionFailure } from '../../shared/portal/action-failure.tsx';
import { browserTimeZone } from '../../shared/portal/browser-time-zone.ts';
import type { RequestFailure } from '../../shared/store/request-failure.ts';

const MINUTE_MS = 60_000;

export function SendFailure({ failure }: { failure: RequestFailure }) {
  const from = useMemo(() => repeatableFrom(failure), [failure]);
  return (
    <ActionFailure isAlone failure={failure}>
      {failure.message}
      {from === undefined ? null : ` You can try again from ${from} on.`}
    </ActionFailure>
  );
}

/** The time is shown without seconds, so it is rounded up. */
function repeatableFrom({ status, retryAfterSeconds }: RequestFailure): string | undefined {
  if (status !== 429 || retryAfterSeconds === undefined) return undefined;
  const at = Math.ceil((nowMs() + retryAfterSeconds * 1_000) / MINUTE_MS) * MINUTE_MS;
  return formatDateTime(new Date(at).toISOString(), 'en', browserTimeZone());
}
