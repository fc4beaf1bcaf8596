/** The common part of all signing pages, one lazy chunk that the portal never loads. */
export { restoreSigningId } from './engine/signing-id.ts';
export { signingSlice } from './engine/signing-slice.ts';
export { signingCatalogue } from './messages.ts';
export { SigningErrorPage } from './views/signing-error-page.tsx';
export { SigningPage } from './views/signing-page.tsx';
