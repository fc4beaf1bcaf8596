export { createSca } from './create-sca.ts';
export { createDeviceCookie, type DeviceCookie } from './device-cookie.ts';
export { registerScaRoutes } from './routes.ts';
export type { Challenge, Sca, ScaContent, StartChallenge } from './sca.ts';
