export { RequestLogPage } from './request-log-page.tsx';
