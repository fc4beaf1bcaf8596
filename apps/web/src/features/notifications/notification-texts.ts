/** How endpoints and messages are called on the page. */
import type { Delivery, Endpoint } from '@portico/contract';
import type { DeliveryState, NotificationKind } from '@portico/contract/values';
import { formatDateTime } from '../../shared/format/dates.ts';
import { browserTimeZone } from '../../shared/portal/browser-time-zone.ts';
import type { BadgeKind } from '../../shared/ui/badge.tsx';
import type { IconName } from '../../shared/ui/icon.tsx';

export const sayTime = (instant: string): string => formatDateTime(instant, 'en', browserTimeZone());

export const KIND_TEXTS: Readonly<Record<NotificationKind, string>> = {
  payment: 'Status of a payment',
  consent: 'Status of a consent',
  statement: 'Status of a transactions statement',
  authorisation: 'End of an authorisation',
  cancellation: 'End of the authorisation of a cancellation',
};

export const STATE_NAMES: Readonly<Record<DeliveryState, string>> = { waiting: 'Waiting', delivered: 'Delivered', dead: 'Failed' };

interface StateText {
  readonly kind: BadgeKind;
  readonly icon?: IconName;
  readonly text: string;
  /** What happened, or what to do. */
  readonly detail?: string;
}

const DISABLED: Readonly<Record<NonNullable<Endpoint['disabledBy']>, string>> = {
  developer: 'You disabled it.',
  gone: 'It answered 410. Repair it, then choose Enable.',
  failures: 'No message reached it for 76 hours. Repair it, then choose Enable.',
};

export function endpointState({ state, disabledBy, isStopped, pausedUntil }: Endpoint): StateText {
  if (state === 'disabled') return { kind: 'plain', text: 'Disabled', ...(disabledBy && { detail: DISABLED[disabledBy] }) };
  if (isStopped) return { kind: 'warn', text: 'Stopped by the bank', detail: 'Messages wait. Ask the bank’s support.' };
  if (state === 'unconfirmed') {
    return { kind: 'info', icon: 'clock', text: 'Not confirmed', detail: 'It gets events after it has answered a test event with 2xx.' };
  }
  if (pausedUntil !== undefined) return { kind: 'warn', text: 'Paused', detail: `Next try ${sayTime(pausedUntil)}` };
  return { kind: 'ok', text: 'Enabled' };
}

const OUTCOMES: Readonly<Record<string, string>> = {
  address: 'No public address',
  certificate: 'Certificate not accepted',
  late: 'No response within 15 s',
  too_large: 'Response too large',
  unreachable: 'Not reached',
  disabled: 'Endpoint was disabled',
  replaced: 'Address was changed',
};

/** A status of HTTP, or what happened instead of a response. */
export const outcomeText = (outcome: string): string => OUTCOMES[outcome] ?? outcome;

export function deliveryState({ state, outcome, nextTryAt, durationMs }: Delivery): StateText {
  const last = outcome === undefined ? undefined : outcomeText(outcome);
  if (state === 'delivered')
    return { kind: 'ok', text: 'Delivered', detail: [last, durationMs === undefined ? undefined : `${durationMs} ms`].filter(Boolean).join(', ') };
  if (state === 'dead') return { kind: 'error', text: 'Failed', ...(last && { detail: last }) };
  const next = nextTryAt === undefined || Date.parse(nextTryAt) <= Date.now() ? 'now' : sayTime(nextTryAt);
  return { kind: 'info', icon: 'clock', text: 'Waiting', detail: `${last === undefined ? 'Sent' : `${last}, next try`} ${next}` };
}
