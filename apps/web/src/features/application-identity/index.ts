export { ApplicationIdentityPage } from './application-identity-page.tsx';
