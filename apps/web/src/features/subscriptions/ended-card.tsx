import { Card } from '../../shared/portal/card.tsx';
import { Button } from '../../shared/ui/button.tsx';
import styles from './subscriptions.module.css';

interface EndedCardProps {
  /** Undefined where the token cannot read it. */
  email?: string;
  onSubscribeAgain: () => void;
}

export function EndedCard({ email, onSubscribeAgain }: EndedCardProps) {
  return (
    <Card title="You are unsubscribed" hasLintel takesFocus>
      <p className={styles.sent}>We send no more updates to {email === undefined ? 'this address' : <strong className="strong">{email}</strong>}.</p>
      <Button kind="secondary" onClick={onSubscribeAgain}>
        Subscribe again
      </Button>
    </Card>
  );
}
