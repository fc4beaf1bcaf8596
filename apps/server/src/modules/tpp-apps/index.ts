export { createTppApps } from './create-tpp-apps.ts';
export { registerTppAppRoutes } from './routes.ts';
export { openSecret, sealSecret } from './seal-secret.ts';
export type { RegisteredApp, TppApp, TppApps } from './tpp-apps.ts';
