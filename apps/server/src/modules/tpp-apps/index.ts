export { createTppApps } from './create-tpp-apps.ts';
export type { ReturnUrls } from './initiation-headers.ts';
export { registerTppAppRoutes } from './routes.ts';
export type { NewApp, OpenedClient, RegisteredApp, TppApp, TppApps } from './tpp-apps.ts';
export { guardCallers, type RequireXs2aCaller, requireSender, type Xs2aCaller } from './xs2a-caller.ts';
