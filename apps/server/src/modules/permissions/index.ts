export { type DrawPermissions, drawPermissions } from './draw-permissions.ts';
export { registerPermissionRoutes } from './routes.ts';
