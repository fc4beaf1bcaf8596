/** The code calculator: digits go in by hand, or by themselves after a moment, and a response comes out. It asks the bank nothing. */
import type { DeviceChallenge } from '@portico/contract';
import { CALCULATOR_NUMBER_DIGITS_MAX } from '@portico/contract/values';
import { type FormEvent, useState } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { TextField } from '../../shared/ui/field.tsx';
import styles from './device.module.css';
import { useDeviceText } from './messages.ts';

interface CalculatorProps {
  readonly challenge: DeviceChallenge;
  /** The response to a number; undefined when it was refused. */
  readonly keyIn: (number: string) => Promise<string | undefined>;
}

export function Calculator({ challenge, keyIn }: CalculatorProps) {
  const text = useDeviceText();
  const [number, setNumber] = useState('');
  const [shown, setShown] = useState<string>();
  const digits = number.replaceAll(/\s/g, '');
  const response = shown ?? challenge.response;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (digits !== '') setShown(await keyIn(digits));
  };
  return (
    <form className={styles.dialog} onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        label={text('device.number')}
        hint={text('device.numberHint')}
        isTabular
        inputMode="numeric"
        autoComplete="off"
        maxLength={CALCULATOR_NUMBER_DIGITS_MAX * 2}
        value={number}
        onChange={(event) => {
          setNumber(event.target.value);
          setShown(undefined);
        }}
      />
      <Button kind="primary" type="submit" isBlock disabled={!/^\d+$/.test(digits)}>
        {text('device.numberSend')}
      </Button>
      <p className={styles.response} role="status">
        {response === undefined ? null : (
          <>
            <span>{text(shown === undefined ? 'device.responseByItself' : 'device.response')}</span>
            <b role="img" aria-label={text('device.responseDigits', { digits: Array.from(response).join(' ') })}>
              {response}
            </b>
          </>
        )}
      </p>
    </form>
  );
}
