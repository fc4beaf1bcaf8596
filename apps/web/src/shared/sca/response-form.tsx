/** The field for the calculator's response. Each number accepts one response: after a wrong one the next attempt has another number. */
import { CALCULATOR_RESPONSE_DIGITS } from '@portico/contract/values';
import { type FormEvent, useRef, useState } from 'react';
import { useRefusalText } from '../i18n/refusal-text.ts';
import type { RequestFailure } from '../store/request-failure.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';

interface ResponseTexts {
  readonly label: string;
  readonly hint: string;
  /** Shown for a wrong number of digits, or other characters. */
  readonly malformed: string;
  readonly submit: string;
}

const RESPONSE = new RegExp(`^\\d{${CALCULATOR_RESPONSE_DIGITS}}$`);

/** `send` returns the failure if the response did not arrive. */
export function ResponseForm({ texts, send }: { texts: ResponseTexts; send: (response: string) => Promise<RequestFailure | undefined> }) {
  const [typed, setTyped] = useState('');
  const refusalText = useRefusalText();
  const [said, setSaid] = useState<RequestFailure | 'malformed'>();
  const [isSending, setIsSending] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    const response = typed.replaceAll(/\s/g, '');
    if (!RESPONSE.test(response)) {
      setSaid('malformed');
      input.current?.focus();
      return;
    }
    setIsSending(true);
    const failure = await send(response);
    setIsSending(false);
    setSaid(failure);
  };
  return (
    <form className="stack" onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        ref={input}
        label={texts.label}
        hint={texts.hint}
        error={said === 'malformed' ? texts.malformed : said && refusalText(said, 'CODE_CALCULATOR')}
        isTabular
        name="response"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        maxLength={CALCULATOR_RESPONSE_DIGITS * 2}
        required
        readOnly={isSending}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setSaid(undefined);
        }}
      />
      <Button kind="primary" type="submit" isBlock isBusy={isSending}>
        {texts.submit}
      </Button>
    </form>
  );
}
