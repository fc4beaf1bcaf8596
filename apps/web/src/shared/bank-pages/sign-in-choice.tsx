/** Shown without a bank session: the customer chooses the country's bank. The bank's sign-in page then returns to this address. */
import type { RuntimeConfig } from '@portico/contract';
import { type BankCountry, localeOfTag } from '@portico/contract/values';
import { type FormEvent, useState } from 'react';
import { useRefusalText } from '../i18n/refusal-text.ts';
import { usePageLocale } from '../i18n/use-text.ts';
import { leavePage } from '../page/leave-page.ts';
import { type RequestFailure, toRequestFailure } from '../store/request-failure.ts';
import { Button } from '../ui/button.tsx';
import { Headline } from '../ui/headline.tsx';
import { Note } from '../ui/note.tsx';
import { Picker } from '../ui/picker.tsx';
import type { DoorCalls } from './door-calls.ts';
import { useDoorText } from './messages.ts';

const COUNTRIES = ['ee', 'lv', 'lt'] as const;

interface SignInChoiceProps {
  readonly calls: Pick<DoorCalls, 'signIn'>;
  readonly config: RuntimeConfig;
  /** What the customer can do after signing in. */
  readonly welcome: string;
  /** Path of the page, or of one item on it. */
  readonly returnTo: string;
  /** True after a session in this browser has ended. */
  readonly hasEnded?: boolean;
}

export function SignInChoice({ calls, config, welcome, returnTo, hasEnded = false }: SignInChoiceProps) {
  const text = useDoorText();
  const refusalText = useRefusalText();
  const locale = localeOfTag(usePageLocale());
  const [country, setCountry] = useState<BankCountry>('ee');
  const [isLeaving, setIsLeaving] = useState(false);
  const [failure, setFailure] = useState<RequestFailure>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLeaving) return;
    setIsLeaving(true);
    setFailure(undefined);
    try {
      leavePage((await calls.signIn({ bankCountry: country, returnTo, ...(locale && { locale }) })).location);
    } catch (error) {
      setFailure(toRequestFailure(error));
      setIsLeaving(false);
    }
  };
  return (
    <form className="stack-5" onSubmit={(event) => void submit(event)}>
      <div className="stack-2">
        <Headline>{text('door.welcome', { bankName: config.bankName })}</Headline>
        <p className="second">{welcome}</p>
      </div>
      {hasEnded ? (
        <Note kind="info" role="status">
          {text('door.ended')}
        </Note>
      ) : null}
      {failure === undefined ? null : (
        <Note kind="error" role="alert">
          {refusalText(failure)}
        </Note>
      )}
      <Picker
        label={text('door.country')}
        options={COUNTRIES.map((value) => ({ value, label: text(`door.country.${value}`) }))}
        value={country}
        isDisabled={isLeaving}
        onChange={setCountry}
      />
      <Button kind="primary" type="submit" isBlock isBusy={isLeaving}>
        {text(isLeaving ? 'door.signingIn' : 'door.signIn')}
      </Button>
    </form>
  );
}
