export { registerPermissionRoutes } from './routes.ts';
