export { ApiStatusPage } from './status-page.tsx';
