/** The current location in the portal, and navigation. The browser's address is the only state: it is read, never copied. */
import type { ModalId } from '@portico/contract/values';
import { useMemo, useSyncExternalStore } from 'react';
import { isRecord } from '../../api/api-error.ts';
import { watchAddress } from '../../page/watch-address.ts';

export interface Place {
  /** Begins with `/`; percent-encoded as in the address. */
  readonly pathname: string;
  /** Begins with `?`, or is empty. */
  readonly search: string;
  /** The state of the history entry. */
  readonly state: unknown;
}

export interface GoOptions {
  /** Replaces the history entry, so that Back skips the present location. */
  readonly replace?: boolean | undefined;
  readonly state?: unknown;
}

const LOGOUT = '/logout';
/** Member of a history entry's state: the address of the page behind `/logout`. */
const INTERRUPTED = 'interrupted';

const readHash = () => window.location.hash;
const readState = (): unknown => window.history.state;
/** The server never sees a fragment, so it renders the portal's first page. */
const noHash = () => '';
const noState = () => null;

/** The location that pages show. While `/logout` ends an interrupted session, this is still the interrupted page. */
export function usePlace(): Place {
  const hash = useSyncExternalStore(watchAddress, readHash, noHash);
  const state = useSyncExternalStore(watchAddress, readState, noState);
  const shown = interruptedAddressOf(state) ?? hash.slice(1);
  return useMemo(() => ({ ...partsOf(shown), state }), [shown, state]);
}

/** Whether the address is `/logout`; {@link usePlace} may name the interrupted page instead. */
export function useIsLogout(): boolean {
  const hash = useSyncExternalStore(watchAddress, readHash, noHash);
  return partsOf(hash.slice(1)).pathname === LOGOUT;
}

/** Redirects to `/logout` (specification §8), which ends the session above the present page. */
export function interruptPage(): void {
  goTo(LOGOUT, { replace: true, state: { [INTERRUPTED]: addressOfPage() } });
}

/** The page that {@link interruptPage} left, with its login. */
export function interruptedLogin(state: unknown): string | undefined {
  const address = interruptedAddressOf(state);
  return address === undefined ? undefined : withModal(address, 'login');
}

function addressOfPage(): string {
  return interruptedAddressOf(readState()) ?? readHash().slice(1);
}

function interruptedAddressOf(state: unknown): string | undefined {
  const address = isRecord(state) ? state[INTERRUPTED] : undefined;
  return typeof address === 'string' ? address : undefined;
}

/** @param address path and query */
export function withModal(address: string, modal: ModalId): string {
  const { pathname, search } = partsOf(address);
  const query = new URLSearchParams(search);
  query.set('m', modal);
  return `${pathname}?${query}`;
}

export function useQuery(): URLSearchParams {
  const { search } = usePlace();
  return useMemo(() => new URLSearchParams(search), [search]);
}

/** @param address path and query, e.g. `/?m=login`; the present address creates no second history entry */
export function goTo(address: string, { replace = false, state = null }: GoOptions = {}): void {
  const hash = hrefOf(address);
  if (replace || hash === readHash()) window.history.replaceState(state, '', hash);
  else window.history.pushState(state, '', hash);
  // Browsers send no popstate event for pushState.
  window.dispatchEvent(new PopStateEvent('popstate', { state }));
}

/** Changes one value in the query of the current location; an empty value removes it. */
export function changeQuery(name: string, value: string, options?: GoOptions): void {
  const { pathname, search } = partsOf(readHash().slice(1));
  const query = new URLSearchParams(search);
  if (value === '') query.delete(name);
  else query.set(name, value);
  goTo(`${pathname}${query.size === 0 ? '' : `?${query}`}`, options);
}

export function hrefOf(address: string): string {
  return `#${address}`;
}

/** @param fragment without its `#` */
function partsOf(fragment: string): Pick<Place, 'pathname' | 'search'> {
  const [address = ''] = fragment.split('#', 1);
  const start = address.indexOf('?');
  const path = start < 0 ? address : address.slice(0, start);
  return { pathname: path.startsWith('/') ? path : `/${path}`, search: start < 0 ? '' : address.slice(start) };
}
