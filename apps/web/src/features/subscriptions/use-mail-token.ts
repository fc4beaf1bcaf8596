/**
 * The token of a link in a mail. It leaves the address at once, because addresses are copied into chats and tickets. The state of the history
 * entry keeps it for a reload; neither a header nor a storage has it.
 */
import { SUBSCRIPTION_PAGE } from '@portico/contract/values';
import { useEffect, useMemo, useState } from 'react';
import { isRecord } from '../../shared/api/api-error.ts';
import { goTo, usePlace } from '../../shared/portal/router/place.ts';

const PURPOSES = [SUBSCRIPTION_PAGE.confirm, SUBSCRIPTION_PAGE.manage, SUBSCRIPTION_PAGE.end] as const;

export interface MailToken {
  readonly purpose: (typeof PURPOSES)[number];
  readonly token: string;
}

/** Member of a history entry's state. */
const STATE = 'mailToken';

/** @returns the token, undefined without one, and a function that forgets it */
export function useMailToken(): { mail: MailToken | undefined; forget: () => void } {
  const { pathname, search, state } = usePlace();
  const found = useMemo(() => tokenOfQuery(search) ?? tokenOfState(state), [search, state]);
  const [held, setHeld] = useState(found);
  const mail = found ?? held;
  useEffect(() => {
    if (mail === undefined) return;
    setHeld(mail);
    // A dialog that closes over this page leaves no state.
    if (tokenOfQuery(search) === undefined && state !== null) return;
    goTo(`${pathname}${withoutToken(search)}`, { replace: true, state: { ...(isRecord(state) ? state : {}), [STATE]: mail } });
  }, [mail, pathname, search, state]);
  const forget = () => {
    setHeld(undefined);
    goTo(pathname, { replace: true });
  };
  return { mail, forget };
}

function tokenOfQuery(search: string): MailToken | undefined {
  const query = new URLSearchParams(search);
  return PURPOSES.map((purpose) => ({ purpose, token: query.get(purpose) ?? '' })).find(({ token }) => token !== '');
}

function tokenOfState(state: unknown): MailToken | undefined {
  const kept = isRecord(state) ? state[STATE] : undefined;
  if (!isRecord(kept) || typeof kept.token !== 'string') return undefined;
  const purpose = PURPOSES.find((known) => known === kept.purpose);
  return purpose === undefined ? undefined : { purpose, token: kept.token };
}

function withoutToken(search: string): string {
  const query = new URLSearchParams(search);
  for (const purpose of PURPOSES) query.delete(purpose);
  return query.size === 0 ? '' : `?${query}`;
}
