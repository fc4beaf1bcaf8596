/** `/api-status/subscription`: asks for mails, and with the token of a mail confirms, changes or ends a subscription. */
import type { RuntimeConfig, Subscription } from '@portico/contract';
import { SUBSCRIPTION_PAGE } from '@portico/contract/values';
import { useState } from 'react';
import { PageHeading } from '../../shared/portal/page-heading.tsx';
import { EndCard } from './end-card.tsx';
import { MailSubscription } from './mail-subscription.tsx';
import { Subscribe } from './subscribe.tsx';
import styles from './subscriptions.module.css';
import { useMailToken } from './use-mail-token.ts';

export function SubscriptionPage({ config }: { config: RuntimeConfig }) {
  const { mail, forget } = useMailToken();
  const [again, setAgain] = useState<{ readonly before: Subscription | undefined }>();
  const subscribeAgain = (before?: Subscription) => {
    setAgain({ before });
    forget();
  };
  return (
    <div className={styles.page}>
      <div className="stack-2">
        <PageHeading title="Updates by mail" />
        <p className="second">
          We write when the API changes, when a service has an incident, and before planned maintenance. Each mail has a link to change the topics or
          to unsubscribe.
        </p>
      </div>
      {mail === undefined ? (
        <Subscribe config={config} before={again?.before} takesFocus={again !== undefined} />
      ) : mail.purpose === SUBSCRIPTION_PAGE.end ? (
        <EndCard key={mail.token} token={mail.token} config={config} onSubscribeAgain={subscribeAgain} />
      ) : (
        <MailSubscription key={mail.token} mail={mail} config={config} onSubscribeAgain={subscribeAgain} />
      )}
    </div>
  );
}
