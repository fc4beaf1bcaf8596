export { CertificatesPage } from './certificates-page.tsx';
