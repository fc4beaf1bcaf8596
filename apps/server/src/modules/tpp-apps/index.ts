export { createTppApps } from './create-tpp-apps.ts';
export { registerTppAppRoutes } from './routes.ts';
export type { NewApp, RegisteredApp, TppApp, TppApps } from './tpp-apps.ts';
