/** The topics of a confirmed subscription, and its end. */
import type { Subscription } from '@portico/contract';
import { type FormEvent, useState } from 'react';
import { ActionFailure } from '../../shared/portal/action-failure.tsx';
import { Card } from '../../shared/portal/card.tsx';
import { useFocusAfterRefusal } from '../../shared/portal/use-focus-after-refusal.ts';
import { useFormRequest } from '../../shared/portal/use-form-request.ts';
import { useAppDispatch } from '../../shared/store/hooks.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Definition, DefinitionList } from '../../shared/ui/definition-list.tsx';
import { changeSubscription } from './subscription-calls.ts';
import { TopicChoice } from './topic-choice.tsx';
import { Unsubscribe } from './unsubscribe.tsx';

interface ManageCardProps {
  title: string;
  takesFocus: boolean;
  subscription: Subscription;
  token: string;
  onChanged: (changed: Subscription) => void;
  onEnded: () => void;
  onUnknown: () => void;
}

export function ManageCard({ title, takesFocus, subscription: { email, topics: saved }, token, onChanged, onEnded, onUnknown }: ManageCardProps) {
  const dispatch = useAppDispatch();
  const [topics, setTopics] = useState<Subscription['topics']>(saved);
  const [isChecked, setIsChecked] = useState(false);
  const { isPending, failure } = useFormRequest(changeSubscription.typePrefix);
  const form = useFocusAfterRefusal(failure);
  const isEmpty = topics.length === 0;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    setIsChecked(isEmpty);
    if (isEmpty) {
      form.current?.querySelector<HTMLElement>('[type="checkbox"]')?.focus();
      return;
    }
    const changed = await dispatch(changeSubscription({ token, topics }));
    if (changeSubscription.fulfilled.match(changed)) onChanged(changed.payload);
    else if (changed.payload?.code === 'SUBSCRIPTION_UNKNOWN') onUnknown();
  };
  return (
    <Card title={title} hasLintel takesFocus={takesFocus}>
      <DefinitionList>
        <Definition label="E-mail address" isLong>
          {email}
        </Definition>
      </DefinitionList>
      <form ref={form} className="stack-5" onSubmit={(event) => void save(event)} noValidate>
        <TopicChoice
          topics={topics}
          error={isChecked && isEmpty ? 'Choose at least one topic, or unsubscribe.' : undefined}
          onChange={(chosen) => setTopics([...chosen])}
        />
        {failure === undefined ? null : <ActionFailure isAlone failure={failure} />}
        <Button type="submit" kind="primary" isBusy={isPending}>
          {isPending ? 'Saving' : 'Save'}
        </Button>
      </form>
      <Unsubscribe email={email} token={token} onEnded={onEnded} />
    </Card>
  );
}
