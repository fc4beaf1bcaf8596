/** Finds the provider to return to: the 410 of this browser's last session contains the provider's addresses (24 h). */
import { isSigningSession } from '../../../shared/api/answers.ts';
import { ApiError } from '../../../shared/api/api-error.ts';
import { createRequestThunk } from '../../../shared/store/request-thunk.ts';
import { wayBackOf } from './signing-calls.ts';
import type { WayBack } from './way-back.ts';

/** Sent without ticket and signing id; the paths of all kinds respond alike. Without a known provider the result is empty, not an error. */
export const findWayBack = createRequestThunk<WayBack>(
  'signing/wayBack',
  async (_, { extra, signal }) => {
    try {
      const { tppName, tppSuccessUrl, tppFailureUrl } = await extra.api.json(
        { path: '/ui/payment/details', caller: 'customer', signal },
        isSigningSession,
      );
      return { tppName, tppSuccessUrl, tppFailureUrl };
    } catch (error) {
      return error instanceof ApiError ? wayBackOf(error.body) : {};
    } finally {
      extra.storage.signingTerminated.clear();
    }
  },
  'view',
);
