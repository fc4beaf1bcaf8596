/** Where the visitor is, and going elsewhere. The address of the browser is the only state: it is read, never copied. */
import { useMemo, useSyncExternalStore } from 'react';
import { watchAddress } from '../../page/watch-address.ts';

export interface Place {
  /** Begins with `/`, as it stands in the address: what needs percent-encoding has it. */
  readonly pathname: string;
  /** Begins with `?`, or is empty. */
  readonly search: string;
  /** What this entry of the history keeps. */
  readonly state: unknown;
}

export interface GoOptions {
  /** Back does not lead to the place that is left. */
  readonly replace?: boolean | undefined;
  readonly state?: unknown;
}

const readHash = () => window.location.hash;
const readState = (): unknown => window.history.state;
/** The server draws the portal's first place alone, whatever the fragment is: it never sees one. */
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

/** @param address path and query, e.g. `/?m=login`; the place where the visitor is already makes no second entry of the history */
export function goTo(address: string, { replace = false, state = null }: GoOptions = {}): void {
  const hash = hrefOf(address);
  if (replace || hash === readHash()) window.history.replaceState(state, '', hash);
  else window.history.pushState(state, '', hash);
  // The browser tells only of moves that it made itself.
  window.dispatchEvent(new PopStateEvent('popstate', { state }));
}

/** Changes one value in the query of the place where the visitor is; an empty one leaves it. */
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
