/** Nobody is signed in: at which country's bank? The sign-in page itself is the bank's one. */
import type { RuntimeConfig } from '@portico/contract';
import type { BankCountry } from '@portico/contract/values';
import { type FormEvent, useState } from 'react';
import { leavePage } from '../../shared/page/leave-page.ts';
import { type RequestFailure, toRequestFailure } from '../../shared/store/request-failure.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Headline } from '../../shared/ui/headline.tsx';
import { Note } from '../../shared/ui/note.tsx';
import { Picker } from '../../shared/ui/picker.tsx';
import { useToSignText } from './messages.ts';
import type { ToSignCalls } from './to-sign-calls.ts';

const COUNTRIES = ['ee', 'lv', 'lt'] as const;

/** `hasEnded`: somebody was signed in when he pressed something. */
export function SignInChoice({ calls, config, hasEnded = false }: { calls: ToSignCalls; config: RuntimeConfig; hasEnded?: boolean }) {
  const text = useToSignText();
  const [country, setCountry] = useState<BankCountry>('ee');
  const [isLeaving, setIsLeaving] = useState(false);
  const [failure, setFailure] = useState<RequestFailure>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLeaving) return;
    setIsLeaving(true);
    setFailure(undefined);
    try {
      leavePage((await calls.signIn({ bankCountry: country })).location);
    } catch (error) {
      setFailure(toRequestFailure(error));
      setIsLeaving(false);
    }
  };
  return (
    <form className="stack-5" onSubmit={(event) => void submit(event)}>
      <div className="stack-2">
        <Headline>{text('toSign.welcome', { bankName: config.bankName })}</Headline>
        <p className="second">{text('toSign.welcomeText')}</p>
      </div>
      {hasEnded ? <Note kind="info">{text('toSign.ended')}</Note> : null}
      {failure === undefined ? null : (
        <Note kind="error" role="alert">
          {failure.message}
        </Note>
      )}
      <Picker
        label={text('toSign.country')}
        options={COUNTRIES.map((value) => ({ value, label: text(`toSign.country.${value}`) }))}
        value={country}
        isDisabled={isLeaving}
        onChange={setCountry}
      />
      <Button kind="primary" type="submit" isBlock isBusy={isLeaving}>
        {text(isLeaving ? 'toSign.signingIn' : 'toSign.signIn')}
      </Button>
    </form>
  );
}
