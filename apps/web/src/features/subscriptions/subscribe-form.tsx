/** Address and topics. The page checks their form and says at the field what is missing; the server decides whether it can use the address. */
import { EMAIL_LENGTH_MAX, type SubscriptionTopic } from '@portico/contract/values';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ActionFailure } from '../../shared/portal/action-failure.tsx';
import { Card } from '../../shared/portal/card.tsx';
import { useFocusAfterRefusal } from '../../shared/portal/use-focus-after-refusal.ts';
import { errorOfField, useFormRequest } from '../../shared/portal/use-form-request.ts';
import { useAppDispatch } from '../../shared/store/hooks.ts';
import { Button } from '../../shared/ui/button.tsx';
import { TextField } from '../../shared/ui/field.tsx';
import { subscribe } from './subscription-calls.ts';
import { TopicChoice } from './topic-choice.tsx';

interface SubscribeFormProps {
  email: string;
  topics: readonly SubscriptionTopic[];
  /** The form replaces what a visitor pressed: the address takes the focus. */
  takesFocus: boolean;
  onEmail: (email: string) => void;
  onTopics: (topics: readonly SubscriptionTopic[]) => void;
  /** Called with the address as it was sent. */
  onMailed: (email: string) => void;
}

export function SubscribeForm({ email, topics, takesFocus, onEmail, onTopics, onMailed }: SubscribeFormProps) {
  const dispatch = useAppDispatch();
  const [isChecked, setIsChecked] = useState(false);
  const { isPending, failure } = useFormRequest(subscribe.typePrefix);
  const form = useFocusAfterRefusal(failure);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);
  const refusedEmail = errorOfField(failure, 'EMAIL_INVALID');
  const wrongEmail = emailError(email);
  const wrongTopics = topics.length === 0 ? 'Choose at least one topic.' : undefined;
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    const isReady = wrongEmail === undefined && wrongTopics === undefined;
    setIsChecked(!isReady);
    if (!isReady) {
      form.current?.querySelector<HTMLElement>(wrongEmail === undefined ? '[type="checkbox"]' : '[type="email"]')?.focus();
      return;
    }
    const sent = await dispatch(subscribe({ email, topics: [...topics] }));
    if (subscribe.fulfilled.match(sent)) onMailed(email);
  };
  return (
    <Card title="Subscribe" hasLintel>
      <form ref={form} className="stack-5" onSubmit={(event) => void send(event)} noValidate>
        <TextField
          ref={field}
          label="E-mail address"
          type="email"
          name="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          error={(isChecked ? wrongEmail : undefined) ?? refusedEmail}
          onChange={(event) => onEmail(event.target.value)}
        />
        <TopicChoice topics={topics} error={isChecked ? wrongTopics : undefined} onChange={onTopics} />
        {failure === undefined || refusedEmail !== undefined ? null : <ActionFailure isAlone failure={failure} />}
        <Button type="submit" kind="primary" isBusy={isPending}>
          {isPending ? 'Subscribing' : 'Subscribe'}
        </Button>
      </form>
    </Card>
  );
}

/** Finds what is never an address. The server checks the rest (`EMAIL_INVALID`). Browsers remove spaces around an address. */
function emailError(address: string): string | undefined {
  if (address === '') return 'Enter your e-mail address.';
  if (address.length > EMAIL_LENGTH_MAX) return `This e-mail address is longer than ${EMAIL_LENGTH_MAX} characters. Use a shorter one.`;
  const [name = '', domain = '', ...others] = address.split('@');
  const isAddress = name !== '' && others.length === 0 && /[^.]\.[^.]/.test(domain) && !/\s/.test(address);
  return isAddress ? undefined : 'This is not an e-mail address. Type one like name@company.com.';
}
