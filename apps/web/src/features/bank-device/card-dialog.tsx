/** The dialog of the card reader: the certificate's owner and a PIN. Sign-ins use PIN1, signatures PIN2. */
import type { DeviceChallenge } from '@portico/contract';
import type { DeviceAnswer } from '@portico/contract/values';
import { type FormEvent, useState } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { TextField } from '../../shared/ui/field.tsx';
import { Picker } from '../../shared/ui/picker.tsx';
import styles from './device.module.css';
import { useDeviceText } from './messages.ts';

/** PINs of every test card; shown beside the field. */
const PINS = { signIn: '1234', signing: '12345' } as const;
const PIN_LENGTH_MAX = 12;

export function CardDialog({ challenge, onAnswer }: { challenge: DeviceChallenge; onAnswer: (answer: DeviceAnswer) => void }) {
  const text = useDeviceText();
  const [pin, setPin] = useState('');
  const { purpose, identity = '' } = challenge;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (pin !== '') onAnswer(pin === PINS[purpose] ? 'approve' : 'wrongCode');
  };
  return (
    <form className={styles.dialog} onSubmit={submit} noValidate>
      <Picker
        label={text(`device.certificate.${purpose}`)}
        options={[{ value: identity, label: identity, icon: 'card' }]}
        value={identity}
        onChange={() => undefined}
      />
      <TextField
        label={text(`device.pin.${purpose}`)}
        hint={text('device.pinHint', { pin: PINS[purpose] })}
        type="password"
        isTabular
        inputMode="numeric"
        autoComplete="off"
        maxLength={PIN_LENGTH_MAX}
        value={pin}
        onChange={(event) => setPin(event.target.value)}
      />
      <Button kind="primary" type="submit" isBlock disabled={pin === ''}>
        {text('device.pinSend')}
      </Button>
    </form>
  );
}
