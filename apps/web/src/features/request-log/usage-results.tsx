/** The consents and payments of the developer's application by status, and the readings that its consents have left today; also as a file. */
import type { UsageResults } from '@portico/contract';
import { type ConsentStatus, READING_KINDS, type ReadingKind, type TransactionStatus } from '@portico/contract/values';
import { toCsv } from '@portico/primitives';
import { useCallback } from 'react';
import { formatDate, formatDateTime } from '../../shared/format/dates.ts';
import { saveBlob } from '../../shared/page/save-blob.ts';
import { LoadFailure } from '../../shared/portal/load-failure.tsx';
import { useExtra } from '../../shared/portal/use-extra.ts';
import { useLoaded } from '../../shared/portal/use-loaded.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ScrollRegion } from '../../shared/ui/scroll-region.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { createRequestLogCalls, type UsagePeriod } from './request-log-calls.ts';
import styles from './usage.module.css';

const CONSENTS: Readonly<Record<ConsentStatus, string>> = {
  received: 'Waits for the customer',
  partiallyAuthorised: 'Waits for the second signature',
  valid: 'Valid',
  rejected: 'Not given',
  revokedByPsu: 'Withdrawn by the customer',
  expired: 'Expired, used up or replaced',
  terminatedByTpp: 'Ended by the application',
};

const PAYMENTS: Readonly<Record<TransactionStatus, string>> = {
  RCVD: 'Waits for the customer',
  PATC: 'Waits for the second signature',
  ACTC: 'Signed, waits for its day',
  ACCP: 'Signed, the bank checks it',
  ACWC: 'Accepted with a change',
  PDNG: 'Pending',
  ACFC: 'Signed, the amount is reserved',
  ACSP: 'Being executed',
  ACSC: 'Paid',
  ACCC: 'Paid, on the payee’s account',
  ACWP: 'Paid, not on the payee’s account yet',
  BLCK: 'Blocked',
  CANC: 'Cancelled',
  RJCT: 'Rejected',
  PART: 'Some items paid',
  PRES: 'Presented',
};

const SERVICES = { payments: 'Payments', 'periodic-payments': 'Periodic payments', 'bulk-payments': 'Bulk payments' } as const;

const READINGS: Readonly<Record<ReadingKind, string>> = {
  accounts: 'Account list',
  account: 'Account',
  balances: 'Balances',
  transactions: 'Transactions',
  transaction: 'One transaction',
};

interface ResultRow {
  readonly what: string;
  readonly status: string;
  readonly meaning: string;
  readonly count: number;
}

export function Results({ period }: { period: UsagePeriod }) {
  const { api } = useExtra();
  const { value, failure, reload } = useLoaded(useCallback((signal) => createRequestLogCalls(api).results(period, signal), [api, period]));
  if (value === undefined)
    return failure === undefined ? <Skeleton label="Loading consents and payments" lines={4} /> : <LoadFailure failure={failure} onRetry={reload} />;
  const rows = rowsOf(value);
  return (
    <>
      <section className="stack" aria-labelledby="usage-results">
        <div className="row wrap between">
          <h2 id="usage-results">Consents and payments by end</h2>
          <Button kind="secondary" isDense onClick={() => saveBlob(toFile(value), `consents-and-payments-${period}.csv`)}>
            Download consents and payments
          </Button>
        </div>
        <p className="small second">
          Received since {formatDateTime(value.from, 'en', 'UTC')}, with the status that they have now. In the sandbox, times are those of the test
          clock.
        </p>
        {rows.length === 0 ? <p className="strong">No consents and no payments in this period.</p> : <ResultTable rows={rows} />}
      </section>
      <section className="stack" aria-labelledby="usage-readings">
        <h2 id="usage-readings">Readings left today</h2>
        <Readings readings={value.readings} />
      </section>
    </>
  );
}

function ResultTable({ rows }: { rows: readonly ResultRow[] }) {
  return (
    <ScrollRegion label="Consents and payments, table" className={styles.scroll}>
      <table className={styles.table} aria-labelledby="usage-results">
        <thead>
          <tr>
            <th scope="col">Status</th>
            <th scope="col" className={styles.words}>
              Of
            </th>
            <th scope="col">Number</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ what, status, meaning, count }) => (
            <tr key={`${what} ${status}`}>
              <th scope="row">
                <code className={styles.whole}>{status}</code> {meaning}
              </th>
              <td className={styles.words}>{what}</td>
              <td>{count.toLocaleString('en')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Readings({ readings: { consents, hasMore, limit } }: Pick<UsageResults, 'readings'>) {
  if (consents.length === 0) return <p className="strong">No consent is valid now.</p>;
  return (
    <>
      <p className="small second">
        Without the customer, a consent reads each endpoint and account a limited number of times a day. The table has the account with the fewest
        readings left. {hasMore ? `It shows the ${limit} newest of your valid consents.` : null}
      </p>
      <ScrollRegion label="Readings left, table" className={styles.scroll}>
        <table className={styles.table} aria-labelledby="usage-readings">
          <thead>
            <tr>
              <th scope="col">Consent</th>
              <th scope="col">Limit a day</th>
              {READING_KINDS.map((kind) => (
                <th key={kind} scope="col">
                  {READINGS[kind]}
                </th>
              ))}
              <th scope="col">Last day</th>
            </tr>
          </thead>
          <tbody>
            {consents.map(({ consentId, validUntil, frequencyPerDay, left }) => (
              <tr key={consentId}>
                <th scope="row" className={styles.whole}>
                  {consentId}
                </th>
                <td>{frequencyPerDay}</td>
                {READING_KINDS.map((kind) => (
                  <td key={kind}>{left[kind] ?? '–'}</td>
                ))}
                <td className={styles.whole}>{formatDate(validUntil, 'en')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </>
  );
}

/** A server of the next version may send a status that this page does not know. */
function meaningIn(meanings: Readonly<Record<string, string>>, status: string): string {
  return meanings[status] ?? '';
}

function rowsOf({ consents, payments }: UsageResults): readonly ResultRow[] {
  return [
    ...consents.map(({ status, count }) => ({ what: 'Consents', status, meaning: meaningIn(CONSENTS, status), count })),
    ...payments.map(({ service, status, count }) => ({ what: SERVICES[service], status, meaning: meaningIn(PAYMENTS, status), count })),
  ];
}

/** Consents and payments by status, an empty line, and the readings left. */
function toFile({ consents, payments, readings }: UsageResults): Blob {
  const leftOf = (left: number | undefined) => (left === undefined ? null : String(left));
  const rows = [
    ['of', 'status', 'number'],
    ...consents.map(({ status, count }) => ['consents', status, String(count)]),
    ...payments.map(({ service, status, count }) => [service, status, String(count)]),
    [],
    ['consentId', 'validUntil', 'frequencyPerDay', ...READING_KINDS.map((kind) => `${kind} left`)],
    ...readings.consents.map(({ consentId, validUntil, frequencyPerDay, left }) => [
      ...[consentId, validUntil, String(frequencyPerDay)],
      ...READING_KINDS.map((kind) => leftOf(left[kind])),
    ]),
  ];
  return new Blob([toCsv(rows)], { type: 'text/csv;charset=utf-8' });
}
