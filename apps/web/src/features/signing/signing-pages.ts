/** What every signing page needs, whatever it signs. Loaded as one lazy part: the portal itself never needs it. */
import { signingReducer } from './engine/signing-slice.ts';

export { restoreSigningId } from './engine/signing-id.ts';
export { signingCatalogue } from './messages.ts';
export { SigningErrorPage } from './views/signing-error-page.tsx';
export { SigningPage } from './views/signing-page.tsx';

export const signingReducers = { signing: signingReducer };
