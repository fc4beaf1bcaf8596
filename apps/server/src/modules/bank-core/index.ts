export type { FindOrigins } from './core-bank.ts';
export { coreTenancy } from './core-tenancy.ts';
export { type Core, CoreUnreachable, type MakeCore, openCore, openCoreWithoutTerms } from './open-core.ts';
export type { CoreOrigin } from './wire/schemas.ts';
