export { coreTenancy } from './core-tenancy.ts';
export { type Core, CoreUnreachable, type MakeCore, openCore, openCoreWithoutTerms } from './open-core.ts';
