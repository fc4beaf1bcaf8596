/** The topics as check boxes. Topics that only a newer server knows stay chosen. */
import { SUBSCRIPTION_TOPICS, type SubscriptionTopic } from '@portico/contract/values';
import { useId } from 'react';
import { ErrorText } from '../../shared/ui/field.tsx';
import styles from './subscriptions.module.css';

const isTopic = (name: string): name is SubscriptionTopic => Object.hasOwn(SUBSCRIPTION_TOPICS, name);

/** In the order of display. */
export const TOPICS: readonly SubscriptionTopic[] = Object.keys(SUBSCRIPTION_TOPICS).filter(isTopic);

export function topicTitles(topics: readonly SubscriptionTopic[]): readonly string[] {
  return TOPICS.filter((topic) => topics.includes(topic)).map((topic) => SUBSCRIPTION_TOPICS[topic]);
}

interface TopicChoiceProps {
  topics: readonly SubscriptionTopic[];
  error: string | undefined;
  onChange: (topics: readonly SubscriptionTopic[]) => void;
}

export function TopicChoice({ topics, error, onChange }: TopicChoiceProps) {
  const id = useId();
  const change = (topic: SubscriptionTopic, isChosen: boolean) => {
    const others = topics.filter((other) => other !== topic);
    onChange(isChosen ? [...others, topic] : others);
  };
  return (
    <fieldset className={styles.topics}>
      <legend>Topics</legend>
      {TOPICS.map((topic) => (
        <label key={topic} className="check">
          <input
            type="checkbox"
            name={topic}
            checked={topics.includes(topic)}
            aria-invalid={error === undefined ? undefined : true}
            aria-describedby={error === undefined ? undefined : id}
            onChange={(event) => change(topic, event.target.checked)}
          />
          {SUBSCRIPTION_TOPICS[topic]}
        </label>
      ))}
      {error === undefined ? null : <ErrorText id={id}>{error}</ErrorText>}
    </fieldset>
  );
}
