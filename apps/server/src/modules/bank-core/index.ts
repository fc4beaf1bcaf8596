export type { FindOrigins } from './core-bank.ts';
export { coreTenancy } from './core-tenancy.ts';
export { type Finding, listFindings, lockFeed, moveFeed, readFeed, readFeedFigures } from './feed-store.ts';
export type { ApplyEvent } from './follow-events.ts';
export { type Core, CoreUnreachable, checkCore, type MakeCore, openCore, openCoreWithoutTerms } from './open-core.ts';
export type { CoreEvent, KnownOrder } from './wire/optional-calls.ts';
export type { CoreOrigin } from './wire/schemas.ts';
