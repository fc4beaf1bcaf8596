export { createTppApps } from './create-tpp-apps.ts';
export type { TppApp, TppApps } from './tpp-apps.ts';
