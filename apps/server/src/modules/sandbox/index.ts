export { createSandbox } from './create-sandbox.ts';
export { rememberPayloads } from './developer/client-payload.ts';
export { registerSandboxRoutes } from './routes.ts';
export type { Sandbox } from './sandbox.ts';
export { createSandboxTenancy } from './sandbox-tenancy.ts';
export { guardCalls } from './scenarios/guard-calls.ts';
