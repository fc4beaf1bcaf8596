/** A code of the second factor: of the authenticator app, or a recovery code. Keyboards show digits for the first; pasting is allowed in both. */
import { type Ref, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';

interface CodeFieldProps {
  value: string;
  onChange: (code: string) => void;
  error?: string | undefined;
  ref?: Ref<HTMLInputElement>;
}

export function CodeField({ value, onChange, error, ref }: CodeFieldProps) {
  const [isRecovery, setIsRecovery] = useState(false);
  const change = () => {
    setIsRecovery(!isRecovery);
    onChange('');
  };
  return (
    <div className="stack-2">
      <TextField
        {...(ref === undefined ? {} : { ref })}
        label={isRecovery ? 'Recovery code' : 'Code of your authenticator app'}
        hint={isRecovery ? 'One of the ten codes that you stored. It works once.' : 'Six digits. Each code works once.'}
        name="code"
        isTabular
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        value={value}
        error={error}
        onChange={(event) => onChange(event.target.value)}
      />
      <Button kind="quiet" isDense onClick={change}>
        {isRecovery ? 'Use the authenticator app' : 'Use a recovery code'}
      </Button>
    </div>
  );
}
