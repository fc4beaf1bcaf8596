/** Face of the co-signer's page. */
export { toSignCatalogue } from './messages.ts';
export { ToSignPage } from './to-sign-page.tsx';
