/** Face of the bank's sign-in page. */
export { signInCatalogue } from './messages.ts';
export { SignInPage } from './sign-in-page.tsx';
