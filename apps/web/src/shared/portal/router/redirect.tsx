/** In place of a page that is elsewhere: Back does not lead here. */
import { useEffect } from 'react';
import { goTo } from './place.ts';

/** @param returnTo where the visitor wanted to go (`return-to.ts`) */
export function Redirect({ to, returnTo }: { to: string; returnTo?: string }) {
  useEffect(() => goTo(to, { replace: true, state: returnTo === undefined ? null : { returnTo } }), [to, returnTo]);
  return null;
}
