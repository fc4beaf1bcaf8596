export { TokensPage } from './tokens-page.tsx';
