/** The headers of the 201 that say whether the bank sends notifications for the request (NextGenPSD2 1.3.12). */
import type { Notified } from '../notifications.ts';

export function notificationHeaders({ notified }: Notified): Readonly<Record<string, string>> {
  if (notified === undefined) return { 'ASPSP-Notification-Support': 'false' };
  return { 'ASPSP-Notification-Support': 'true', 'ASPSP-Notification-Content': `status=${notified.join(', ')}` };
}
