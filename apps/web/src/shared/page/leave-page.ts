/** The one place where a script sends the browser to another address, which is looked at first. */
import { safeLocation } from './safe-url.ts';

/** @throws Error for an address that is not followed (`javascript:`, `//host` …) */
export function leavePage(address: string): void {
  const location = safeLocation(address);
  if (location === undefined) throw new Error('This address is not followed');
  window.location.assign(location);
}

/** Goes to another place of the portal instead of this one: Back does not lead here again. */
export function replaceFragment(fragment: `#${string}`, page: Pick<Window, 'location'> = window): void {
  page.location.replace(fragment);
}
