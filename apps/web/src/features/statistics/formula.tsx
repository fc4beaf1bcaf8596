/** How the figures are made, in words. */
import { Card } from '../../shared/portal/card.tsx';
import styles from './statistics.module.css';

const TERMS: readonly (readonly [term: string, text: string])[] = [
  [
    'Response time',
    'The mean of all requests of a day that got what they asked for, in milliseconds from receiving the request to the end of the answer. Account information: accounts, consents, statements. Payments: single, periodic and bulk. Funds: confirmation of funds. Signing in and tokens do not count.',
  ],
  [
    'Downtime',
    'An interface is down from the moment the first of five consecutive requests came that were not answered within 30 seconds, with no success in between, until the next one is answered. It does not matter whose requests they are, or whether the downtime was planned. The downtime of a day is its seconds down divided by the seconds of the day.',
  ],
  ['Uptime', '100 % less the downtime.'],
  [
    'Error response rate',
    'Requests that failed for a reason of the bank (answers 5xx, and callers who left after 30 seconds without an answer) divided by all requests of the day. What a caller did wrong (4xx) is no error of the bank.',
  ],
  [
    'Customer interface',
    'The same figures of what the bank’s own customers use: the bank’s pages as account information, signing as payments. Signing includes the seconds in which the customer answers on the phone.',
  ],
  ['No traffic', 'A dash: without a request there is no figure. The bank’s own probes count in none of them.'],
];

export function Formula({ timeZone }: { timeZone: string }) {
  return (
    <Card title="How the figures are computed">
      <p className="second">
        By the guidelines EBA/GL/2018/07, 2.2 to 2.4 and 3.1, from a measured line of every request. A day is a day of the bank’s calendar ({timeZone}
        ); when the clocks change it has 23 or 25 hours.
      </p>
      <dl className={styles.terms}>
        {TERMS.map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
