/** Leaving the signing pages: clears the terminated flag, then redirects. */

import { leavePage } from '../../../shared/page/leave-page.ts';
import { safeUrl } from '../../../shared/page/safe-url.ts';
import type { BrowserStorage } from '../../../shared/storage/browser-storage.ts';
import { createRequestThunk, type RequestContext, type ThunkExtra } from '../../../shared/store/request-thunk.ts';
import { signingActions } from './signing-slice.ts';

/** Target without a known provider: the portal's front page. */
const PORTAL_URL = '/';

export function leaveTo(url: string | undefined, storage: Pick<BrowserStorage, 'signingTerminated'>): void {
  storage.signingTerminated.clear();
  leavePage(safeUrl(url) ?? PORTAL_URL);
}

/** Leaves to a given address without refusing: after success, from the error view and from the terminated view. */
export const leaveSigning = createRequestThunk(
  'signing/leave',
  async (url: string | undefined, { extra, dispatch }: RequestContext) => {
    dispatch(signingActions.leaving());
    leaveTo(url, extra.storage);
  },
  'view',
);

/** 'Logout and go back to service provider': ends the bank session, then leaves, even if that fails. */
export const logoutAndLeave = createRequestThunk(
  'signing/logout',
  async (url: string | undefined, { extra, dispatch }: RequestContext) => {
    dispatch(signingActions.leaving());
    try {
      await extra.api.nothing({ base: 'root', path: '/bank/session', method: 'DELETE', signal: AbortSignal.timeout(LOGOUT_MS_MAX) });
    } finally {
      leaveTo(url, extra.storage);
    }
  },
  'view',
);

const LOGOUT_MS_MAX = 5000;

/** The page is closed without one of its buttons. */
export function closeSigning() {
  return (_: unknown, __: unknown, { storage }: ThunkExtra) => storage.signingTerminated.clear();
}
