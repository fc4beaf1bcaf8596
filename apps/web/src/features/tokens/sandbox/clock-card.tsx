/** The sandbox's own time: forward by minutes, days or months; back to real time resets every customer, so it is asked first. */
import { CLOCK_DAYS_MAX, CLOCK_MINUTES_MAX, CLOCK_MONTHS_MAX } from '@portico/contract/values';
import { type FormEvent, useState } from 'react';
import { formatDateTime } from '../../../shared/format/dates.ts';
import { ActionFailure } from '../../../shared/portal/action-failure.tsx';
import { browserTimeZone } from '../../../shared/portal/browser-time-zone.ts';
import { Card } from '../../../shared/portal/card.tsx';
import { Confirm } from '../../../shared/portal/confirm.tsx';
import { LoadFailure } from '../../../shared/portal/load-failure.tsx';
import { SelectField } from '../../../shared/portal/select-field.tsx';
import { useAction } from '../../../shared/portal/use-action.ts';
import { useExtra } from '../../../shared/portal/use-extra.ts';
import { useLoaded } from '../../../shared/portal/use-loaded.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { TextField } from '../../../shared/ui/field.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import styles from '../tokens.module.css';
import type { SandboxCalls } from './sandbox-calls.ts';

const UNITS = [
  { value: 'minutes', label: 'minutes', max: CLOCK_MINUTES_MAX },
  { value: 'days', label: 'days', max: CLOCK_DAYS_MAX },
  { value: 'months', label: 'months', max: CLOCK_MONTHS_MAX },
] as const;
type Unit = (typeof UNITS)[number]['value'];

export function ClockCard({ calls, onMoved }: { calls: SandboxCalls; onMoved: () => void }) {
  const { toasts } = useExtra();
  const { value: clock, failure, reload, setValue } = useLoaded(calls.clock);
  const [amount, setAmount] = useState('1');
  const [unit, setUnit] = useState<Unit>('days');
  const [isAsking, setIsAsking] = useState(false);
  const moving = useAction();
  const returning = useAction();
  const max = UNITS.find(({ value }) => value === unit)?.max ?? 1;
  const isWhole = /^[1-9]\d{0,3}$/.test(amount) && Number(amount) <= max;
  const advance = async (event: FormEvent) => {
    event.preventDefault();
    if (!isWhole) return;
    const isDone = await moving.run(async () => setValue(await calls.advanceClock({ [unit]: Number(amount) })));
    if (isDone) onMoved();
  };
  const goBack = async () => {
    const isDone = await returning.run(async () => setValue(await calls.backToRealTime()));
    if (!isDone) return;
    setIsAsking(false);
    toasts.show({ kind: 'ok', text: 'Your sandbox is back in real time.' });
    onMoved();
  };
  if (clock === undefined) {
    return (
      <Card title="Test clock">
        {failure === undefined ? <Skeleton label="Loading the clock" lines={3} /> : <LoadFailure failure={failure} onRetry={reload} />}
      </Card>
    );
  }
  return (
    <Card title="Test clock" aside={clock.isRealTime ? <Badge kind="plain">Real time</Badge> : <Badge kind="info">Moved</Badge>}>
      <p className="strong" role="status">
        {formatDateTime(clock.now, 'en', browserTimeZone())}
      </p>
      <p className="small second">Move it to see consents expire and future payments run. Everything that falls due is done in its order.</p>
      <form className={styles.clock} onSubmit={(event) => void advance(event)} noValidate>
        <TextField
          label="Advance by"
          inputMode="numeric"
          isTabular
          value={amount}
          error={isWhole ? undefined : `A whole number from 1 to ${max}`}
          onChange={(event) => setAmount(event.target.value.trim())}
        />
        <SelectField label="Unit" options={UNITS} value={unit} onChange={setUnit} />
        <Button type="submit" kind="secondary" isBusy={moving.isPending} disabled={!isWhole}>
          {moving.isPending ? 'Advancing' : 'Advance'}
        </Button>
      </form>
      {moving.failure === undefined ? null : <ActionFailure failure={moving.failure} />}
      {clock.isRealTime ? null : isAsking ? (
        <Confirm
          question="Go back to real time?"
          yes="Reset and go back"
          isPending={returning.isPending}
          onYes={() => void goBack()}
          onNo={() => {
            setIsAsking(false);
            returning.forget();
          }}
        >
          <p>All your test customers are reset with it: balances, transactions, consents and payments start again.</p>
          {returning.failure === undefined ? null : <ActionFailure failure={returning.failure} />}
        </Confirm>
      ) : (
        <Button kind="secondary" isDense onClick={() => setIsAsking(true)}>
          Back to real time
        </Button>
      )}
    </Card>
  );
}
