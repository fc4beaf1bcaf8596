/** Face of the permissions page, which loads when it opens. */
export { permissionsCatalogue } from './messages.ts';
export const loadPermissionsPage = () => import('./permissions-page.tsx').then(({ PermissionsPage }) => PermissionsPage);
