export { createNotifications } from './create-notifications.ts';
export type { Outcome } from './delivery/schedule.ts';
export { createNotificationEndpoints } from './endpoints/create-endpoints.ts';
export type { NotificationEndpoints } from './endpoints/endpoints.ts';
export type { Notifications, NotificationWish, Notified, NotifiedResource } from './notifications.ts';
export { notificationHeaders } from './registrations/answer-headers.ts';
export { registerNotificationRoutes } from './routes.ts';
export { forgetOldDeliveries } from './store/registration-store.ts';
