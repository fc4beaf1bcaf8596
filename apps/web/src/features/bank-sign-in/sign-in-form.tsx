/** Which method, and whose: the first step of a sign-in. */
import type { RuntimeConfig, SignInDetails } from '@portico/contract';
import type { AuthMethod } from '@portico/contract/values';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useArmed } from '../../shared/page/use-armed.ts';
import { Button } from '../../shared/ui/button.tsx';
import { TextField } from '../../shared/ui/field.tsx';
import { Headline } from '../../shared/ui/headline.tsx';
import type { IconName } from '../../shared/ui/icon.tsx';
import { Note } from '../../shared/ui/note.tsx';
import { Picker } from '../../shared/ui/picker.tsx';
import { useSignInText } from './messages.ts';
import type { SignIn } from './use-sign-in.ts';

const ICONS: Readonly<Record<AuthMethod, IconName>> = {
  SMART_ID: 'phone',
  MOBILE_ID: 'sim',
  IDCARD: 'card',
  CODE_CALCULATOR: 'calculator',
  EPARAKSTS_MOBILE: 'phone',
};
const CODE_FIELD = 'nationalIdentityNumber';

export function SignInForm({ signIn, details, config }: { signIn: SignIn; details: SignInDetails; config: RuntimeConfig }) {
  const text = useSignInText();
  const [method, setMethod] = useState<AuthMethod | undefined>(details.methods[0]);
  const code = usePersonalCode(signIn);
  const isArmed = useArmed();
  const isStarting = signIn.state.step === 'starting';
  const { refusal } = signIn.state;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isArmed || isStarting || method === undefined) return;
    if (code.check()) signIn.start({ method, nationalIdentityNumber: code.value });
  };
  const methodName = method === undefined ? '' : text(`signIn.method.${method}`);
  return (
    <form className="stack-5" onSubmit={submit} noValidate>
      <div className="stack-2">
        <Headline>{text('signIn.title', { bankName: config.bankName })}</Headline>
        <p className="second">{text(`signIn.then.${details.purpose}`, { tppApplicationName: details.tppApplicationName })}</p>
      </div>
      {refusal === undefined || refusal.path === CODE_FIELD ? null : (
        <Note kind="error" role="alert">
          {refusal.message}
        </Note>
      )}
      <Picker
        label={text('signIn.methods')}
        options={details.methods.map((value) => ({ value, label: text(`signIn.method.${value}`), icon: ICONS[value] }))}
        value={method}
        isDisabled={isStarting}
        onChange={setMethod}
      />
      <TextField
        ref={code.input}
        label={text('signIn.personalCode')}
        hint={text(details.hasTestDevice ? 'signIn.personalCodeSandboxHint' : 'signIn.personalCodeHint')}
        error={code.isMissing ? text('signIn.personalCodeMissing') : code.error}
        isTabular
        name={CODE_FIELD}
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        maxLength={20}
        required
        readOnly={isStarting}
        value={code.typed}
        onChange={(event) => code.type(event.target.value)}
      />
      <div className="stack-2">
        <Button kind="primary" type="submit" isBlock isBusy={isStarting} aria-disabled={!isArmed || undefined}>
          {isStarting ? text('signIn.starting') : text('signIn.continue', { method: methodName })}
        </Button>
        <Button kind="secondary" isBlock isBusy={signIn.state.step === 'leaving'} onClick={signIn.cancel}>
          {text('signIn.cancel', { tppApplicationName: details.tppApplicationName })}
        </Button>
      </div>
    </form>
  );
}

/** What was typed, its error, and the focus that goes to the field when it has one. */
function usePersonalCode({ state }: SignIn) {
  const [typed, setTyped] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const [isChanged, setIsChanged] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { refusal } = state;
  const refused = refusal?.path === CODE_FIELD ? refusal : undefined;
  useEffect(() => {
    setIsChanged(false);
    if (refused !== undefined) input.current?.focus();
  }, [refused]);
  const value = typed.replaceAll(/\s/g, '');
  return {
    typed,
    value,
    input,
    isMissing,
    error: isChanged ? undefined : refused?.message,
    type: (next: string) => {
      setTyped(next);
      setIsMissing(false);
      setIsChanged(true);
    },
    check: () => {
      setIsMissing(value === '');
      if (value === '') input.current?.focus();
      return value !== '';
    },
  };
}
