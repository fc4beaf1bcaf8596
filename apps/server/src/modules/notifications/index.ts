export { createNotifications } from './create-notifications.ts';
export type { Outcome } from './delivery/schedule.ts';
export type { Notifications, NotificationWish, Notified, NotifiedResource } from './notifications.ts';
export { notificationHeaders } from './registrations/answer-headers.ts';
export { forgetOldDeliveries } from './store/registration-store.ts';
