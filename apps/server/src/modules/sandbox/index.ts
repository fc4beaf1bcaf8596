export { rememberPayloads } from './developer/client-payload.ts';
export { createSandbox } from './create-sandbox.ts';
export { registerApplicationRoutes, registerSandboxRoutes } from './routes.ts';
export type { Sandbox } from './sandbox.ts';
