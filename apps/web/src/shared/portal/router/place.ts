/** The current location in the portal, and navigation. The browser's address is the only state: it is read, never copied. */
import { useMemo, useSyncExternalStore } from 'react';
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

const readHash = () => window.location.hash;
const readState = (): unknown => window.history.state;
/** The server never sees a fragment, so it renders the portal's first page. */
const noHash = () => '';
const noState = () => null;

export function usePlace(): Place {
  const hash = useSyncExternalStore(watchAddress, readHash, noHash);
  const state = useSyncExternalStore(watchAddress, readState, noState);
  return useMemo(() => ({ ...partsOf(hash), state }), [hash, state]);
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
  const { pathname, search } = partsOf(readHash());
  const query = new URLSearchParams(search);
  if (value === '') query.delete(name);
  else query.set(name, value);
  goTo(`${pathname}${query.size === 0 ? '' : `?${query}`}`, options);
}

export function hrefOf(address: string): string {
  return `#${address}`;
}

function partsOf(hash: string): Pick<Place, 'pathname' | 'search'> {
  const [address = ''] = hash.slice(1).split('#', 1);
  const start = address.indexOf('?');
  const path = start < 0 ? address : address.slice(0, start);
  return { pathname: path.startsWith('/') ? path : `/${path}`, search: start < 0 ? '' : address.slice(start) };
}
