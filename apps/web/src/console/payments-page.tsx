/** Payments of one state, newest first. */
import type { TransactionStatus } from '@portico/contract';
import { useCallback } from 'react';
import { formatMoment } from '../shared/format/dates.ts';
import { SelectField } from '../shared/portal/select-field.tsx';
import { Button } from '../shared/ui/button.tsx';
import styles from './console.module.css';
import { type PageProps, TIME_ZONE } from './page-props.ts';
import { Failure, PageTitle } from './page-title.tsx';
import { STATUS_NAMES } from './payment-statuses.ts';
import { PaymentTable } from './payment-table.tsx';
import { useLoad } from './use-load.ts';

interface PaymentsPageProps extends PageProps {
  /** Of the address, so any text. */
  readonly status: string | undefined;
  readonly before: string | undefined;
  readonly mayFind: boolean;
}

/** A request to pay is no credit transfer. */
const LISTED = (Object.keys(STATUS_NAMES) as TransactionStatus[]).filter((status) => status !== 'PRES');

export function PaymentsPage({ calls, status: given, before, mayFind, onGo, onEnded }: PaymentsPageProps) {
  const status = LISTED.find((each) => each === given) ?? 'RCVD';
  const load = useCallback(() => calls.payments({ status, ...(before === undefined ? {} : { before }) }), [calls, status, before]);
  const { value, failure } = useLoad(load, onEnded);
  return (
    <>
      <PageTitle title="Payments">
        <p>Newest first. Runs of a periodic payment and items of a bulk payment are parts of their payment.</p>
      </PageTitle>
      <Failure text={failure} />
      <section className={styles.panel} aria-label="Payments">
        <div className={styles.filters}>
          <SelectField<TransactionStatus>
            label="State"
            options={LISTED.map((each) => ({ value: each, label: `${STATUS_NAMES[each]} (${each})` }))}
            value={status}
            onChange={(chosen) => onGo(addressOf(chosen, undefined))}
          />
        </div>
        {value === undefined ? null : (
          <>
            {value.payments.length === 0 ? (
              <p>No payment was found in this state.</p>
            ) : (
              <PaymentTable label="Payments" payments={value.payments} mayFind={mayFind} onGo={onGo} />
            )}
            <div className={styles.bar}>
              <Button kind="secondary" isDense disabled={before === undefined} onClick={() => onGo(addressOf(status, undefined))}>
                Newest
              </Button>
              <Button kind="secondary" isDense disabled={value.next === undefined} onClick={() => onGo(addressOf(status, value.next))}>
                Older
              </Button>
              {value.searchedUntil === undefined || value.next === undefined ? null : (
                <p>Searched back to {formatMoment(value.searchedUntil, TIME_ZONE)}. “Older” goes on from there.</p>
              )}
            </div>
          </>
        )}
      </section>
    </>
  );
}

const addressOf = (status: TransactionStatus, before: string | undefined): string =>
  `/payments?${new URLSearchParams({ status, ...(before === undefined ? {} : { before }) })}`;
