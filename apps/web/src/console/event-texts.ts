/** What the events of a history are called. An event without a row is called by its name in the audit log, so that none is left out. */
import type { ConsoleEvent } from '@portico/contract';

export type Stage = 'Request' | 'Signing' | 'Authentication' | 'Booking';

interface EventText {
  readonly text: string;
  readonly by: string;
  readonly stage: Stage;
  readonly tone?: 'ok' | 'warn';
}

const [PROVIDER, CUSTOMER, PORTICO] = ['Provider', 'Customer', 'Portico'];

const EVENTS: Readonly<Record<string, EventText>> = {
  request: { text: 'Provider called', by: PROVIDER, stage: 'Request' },
  'payment.received': { text: 'Provider asked for a payment', by: PROVIDER, stage: 'Request' },
  'consent.received': { text: 'Provider asked for access to accounts', by: PROVIDER, stage: 'Request' },
  'statement.received': { text: 'Provider asked for transactions', by: PROVIDER, stage: 'Request' },
  'signing.opened': { text: 'Signing session created', by: PORTICO, stage: 'Signing' },
  'signing.entered': { text: 'Customer opened the signing page', by: CUSTOMER, stage: 'Signing' },
  'signing.shown': { text: 'Customer saw the content to sign', by: CUSTOMER, stage: 'Signing' },
  'signing.signed': { text: 'Customer signed', by: CUSTOMER, stage: 'Signing', tone: 'ok' },
  'signing.refused': { text: 'Customer refused to sign', by: CUSTOMER, stage: 'Signing', tone: 'warn' },
  'signing.expired': { text: 'Signing session expired', by: PORTICO, stage: 'Signing', tone: 'warn' },
  'sign-in.completed': { text: 'Customer signed in at the bank', by: CUSTOMER, stage: 'Authentication', tone: 'ok' },
  'sign-in.cancelled': { text: 'Customer cancelled the sign-in', by: CUSTOMER, stage: 'Authentication', tone: 'warn' },
  'sca.approved': { text: 'Customer approved on their device', by: CUSTOMER, stage: 'Authentication', tone: 'ok' },
  'sca.refused': { text: 'Customer refused on their device', by: CUSTOMER, stage: 'Authentication', tone: 'warn' },
  'sca.timedOut': { text: 'The device did not answer in time', by: PORTICO, stage: 'Authentication', tone: 'warn' },
  'payment.signed': { text: 'Payment accepted after the signature', by: PORTICO, stage: 'Booking', tone: 'ok' },
  'payment.settled': { text: 'Bank reported the result of the payment', by: 'Bank', stage: 'Booking', tone: 'ok' },
  'payment.refused': { text: 'Payment rejected', by: PORTICO, stage: 'Booking', tone: 'warn' },
};

const STAGES: Readonly<Record<string, Stage>> = {
  signing: 'Signing',
  challenge: 'Authentication',
  sca: 'Authentication',
  'sign-in': 'Authentication',
};

export function textOf({ event }: ConsoleEvent): EventText {
  const known = EVENTS[event];
  if (known !== undefined) return known;
  const [subject = '', rest = ''] = event.split('.', 2);
  const words = `${subject} ${rest}`.replaceAll('-', ' ').trim();
  return { text: `${words.charAt(0).toUpperCase()}${words.slice(1)}`, by: PORTICO, stage: STAGES[subject] ?? 'Booking' };
}

/** Ids that say nothing more about one history: they are the same in all its rows. */
const SAME: ReadonlySet<string> = new Set(['appId', 'customerId', 'kind', 'resourceId']);

/** `status ACSC, challengeId chl_…`. @param id of the history, which the page shows above it */
export const detailsOf = ({ details }: ConsoleEvent, id: string): string =>
  Object.entries(details)
    .filter(([name, value]) => !SAME.has(name) && value !== id)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
