/** Values of the subscriptions by mail: topics, paths and times. */

/** The topics of the mails, with their titles, in the order of display. */
export const SUBSCRIPTION_TOPICS = {
  apiChanges: 'Changes of the API',
  incidents: 'Incidents',
  maintenance: 'Planned maintenance',
} as const;
export type SubscriptionTopic = keyof typeof SUBSCRIPTION_TOPICS;

/** Below `specBase`. */
export const SUBSCRIPTIONS_PATH = '/subscriptions';

/** The portal's page, below the page of the status; its query names the subscription by the token of a mail. */
export const SUBSCRIPTION_PAGE = { segment: 'subscription', confirm: 'confirm', manage: 'manage', end: 'end' } as const;

/** A subscription that is not confirmed within this time is deleted. */
export const SUBSCRIPTION_CONFIRMATION_SECONDS = 24 * 60 * 60;
