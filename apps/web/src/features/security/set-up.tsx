/** Switches the second factor on: the password, then the secret as a QR code and as text, then the first code. */
import type { IdentitySession, SecondFactorSetup } from '@portico/contract';
import { type FormEvent, useState } from 'react';
import { inFours } from '../../shared/format/in-fours.ts';
import { ActionFailure } from '../../shared/portal/action-failure.tsx';
import { CopyButton } from '../../shared/portal/copy-button.tsx';
import { useAction } from '../../shared/portal/use-action.ts';
import { useExtra } from '../../shared/portal/use-extra.ts';
import { useFocusAfterRefusal } from '../../shared/portal/use-focus-after-refusal.ts';
import { errorOfField } from '../../shared/portal/use-form-request.ts';
import { QrCode } from '../../shared/sca/qr-code.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { TextField } from '../../shared/ui/field.tsx';
import { ProofForm } from './proof-form.tsx';
import styles from './security.module.css';
import type { SecurityCalls } from './security-calls.ts';

interface SetUpProps {
  account: IdentitySession;
  calls: SecurityCalls;
  onCodes: (codes: readonly string[]) => void;
  onChanged: () => void;
}

export function SetUp({ account, calls, onCodes, onChanged }: SetUpProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [setup, setSetup] = useState<SecondFactorSetup>();
  const cancel = () => {
    setSetup(undefined);
    setIsAsking(false);
    onChanged();
  };
  if (setup !== undefined) return <Confirmation setup={setup} calls={calls} onCodes={onCodes} onCancel={cancel} />;
  if (isAsking) {
    return (
      <ProofForm
        question="Set up an authenticator app"
        meaning="First confirm that this account is yours."
        verb="Continue"
        account={account}
        onCancel={cancel}
        send={async (proof) => setSetup(await calls.begin(proof))}
      />
    );
  }
  return (
    <div className="stack">
      <p>You need an authenticator app on your phone or computer: any app for one-time codes (TOTP, RFC 6238).</p>
      <div>
        <Button kind="primary" onClick={() => setIsAsking(true)}>
          Set up
        </Button>
      </div>
    </div>
  );
}

interface ConfirmationProps extends Pick<SetUpProps, 'calls' | 'onCodes'> {
  setup: SecondFactorSetup;
  onCancel: () => void;
}

function Confirmation({ setup, calls, onCodes, onCancel }: ConfirmationProps) {
  const { toasts } = useExtra();
  const [code, setCode] = useState('');
  const { isPending, failure, run } = useAction();
  const form = useFocusAfterRefusal(failure);
  const codeError = errorOfField(failure, 'SECOND_FACTOR_WRONG');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() === '' || isPending) return;
    void run(
      async () => {
        const { recoveryCodes } = await calls.confirm(code);
        toasts.show({ kind: 'ok', text: 'The second factor is on. Your other sessions have ended.' });
        onCodes(recoveryCodes);
      },
      (why) => why.code === 'SECOND_FACTOR_WRONG',
    );
  };
  return (
    <form ref={form} className={styles.setUp} onSubmit={submit} noValidate aria-label="Confirm the authenticator app">
      <div className={styles.code}>
        <QrCode text={setup.address} label="QR code for your authenticator app" />
      </div>
      <div className={styles.form}>
        <p>Scan the QR code with your authenticator app, or enter this key there:</p>
        <p className={styles.key}>
          <code translate="no">{inFours(setup.secret).join(' ')}</code>
          <CopyButton text={setup.secret} label="Copy key" />
        </p>
        <p className="small second">This page shows the key once. Enter the first code within ten minutes: then the second factor is on.</p>
        <TextField
          label="Code that the app shows"
          name="code"
          isTabular
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          value={code}
          error={codeError}
          hint="Six digits."
          onChange={(event) => setCode(event.target.value)}
        />
        {failure === undefined || codeError !== undefined ? null : <ActionFailure failure={failure} />}
        <div className="row wrap">
          <Button type="submit" kind="primary" isBusy={isPending} disabled={code.trim() === '' || isPending}>
            Switch on
          </Button>
          <Button kind="secondary" disabled={isPending} onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </div>
    </form>
  );
}
