export { createTppApps } from './create-tpp-apps.ts';
export { brandOf, type ReturnUrls, requireInitiationHeaders } from './initiation-headers.ts';
export { registerTppAppRoutes } from './routes.ts';
export type { NewApp, OpenedClient, RegisteredApp, TppApp, TppApps } from './tpp-apps.ts';
export { callersIdempotency, type RequireXs2aCaller, requireCallersApp, type Xs2aCaller } from './xs2a-caller.ts';
