/** Where a signed-out visitor wanted to go, kept in the browser's history beside the address of the login. */
import { isRecord } from '../api/api-error.ts';

export interface ReturnState {
  /** A route of the portal, e.g. `/tokens`. */
  returnTo: string;
}

export function returnToOf(state: unknown): string | undefined {
  return isRecord(state) && typeof state.returnTo === 'string' ? state.returnTo : undefined;
}
