export type { NewsSources } from './announce.ts';
export { createSubscriptions, type Subscriptions } from './create-subscriptions.ts';
export { forgetUnconfirmed } from './subscription-store.ts';
