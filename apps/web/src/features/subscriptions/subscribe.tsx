/** Without a token: the form, and then where the mail went. */
import type { RuntimeConfig, Subscription } from '@portico/contract';
import { SUBSCRIPTION_CONFIRMATION_SECONDS } from '@portico/contract/values';
import { useState } from 'react';
import type { AuthRoot } from '../../shared/auth/auth-slice.ts';
import { Card } from '../../shared/portal/card.tsx';
import { MailboxLink } from '../../shared/portal/mailbox-link.tsx';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { Button } from '../../shared/ui/button.tsx';
import { SubscribeForm } from './subscribe-form.tsx';
import styles from './subscriptions.module.css';
import { TOPICS } from './topic-choice.tsx';

export const CONFIRMATION_HOURS = SUBSCRIPTION_CONFIRMATION_SECONDS / 3_600;

interface SubscribeProps {
  config: RuntimeConfig;
  /** The subscription that the visitor has just ended: the form begins with its values. */
  before?: Subscription | undefined;
  /** The form replaces what the visitor pressed. */
  takesFocus?: boolean;
}

export function Subscribe({ config, before, takesFocus = false }: SubscribeProps) {
  // The session may be known later than the page.
  const userName = useAppSelector((state: AuthRoot) => state.auth.userName);
  const [typed, setTyped] = useState(before?.email);
  const [topics, setTopics] = useState(before?.topics ?? TOPICS);
  const [mailedTo, setMailedTo] = useState<string>();
  const [isCorrecting, setIsCorrecting] = useState(takesFocus);
  const email = typed ?? userName ?? '';
  if (mailedTo === undefined) {
    return (
      <SubscribeForm
        email={email}
        topics={topics}
        takesFocus={isCorrecting}
        onEmail={setTyped}
        onTopics={setTopics}
        onMailed={(address) => {
          setTyped(address);
          setMailedTo(address);
        }}
      />
    );
  }
  const correct = () => {
    setIsCorrecting(true);
    setMailedTo(undefined);
  };
  return (
    <Card title="Check your mail" hasLintel takesFocus>
      <p className={styles.sent}>
        We sent a link to <strong className="strong">{mailedTo}</strong>. It is valid for {CONFIRMATION_HOURS} hours. Open it to confirm your
        subscription.
      </p>
      <p className="small second">Nothing arrived? Look into the spam folder, or correct the address.</p>
      <MailboxLink config={config} />
      <Button kind="secondary" onClick={correct}>
        Correct the address
      </Button>
    </Card>
  );
}
