/** A call failed: the specified words, what the server said, and a way on. */
import type { RuntimeConfig } from '@portico/contract';
import type { RequestFailure } from '../../shared/store/request-failure.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Headline } from '../../shared/ui/headline.tsx';
import { useToSignText } from './messages.ts';
import styles from './to-sign.module.css';

export function FailedView({ failure, config, tryAgain }: { failure: RequestFailure; config: RuntimeConfig; tryAgain: () => void }) {
  const text = useToSignText();
  const isOurs = failure.status === 0 || failure.status === 500;
  return (
    <>
      <div className="stack" role="alert">
        <Headline>{text('toSign.failed')}</Headline>
        <p className="second">{isOurs ? text('toSign.failedText') : failure.message}</p>
      </div>
      <Button kind="primary" isBlock onClick={tryAgain}>
        {text('toSign.tryAgain')}
      </Button>
      {failure.requestId === undefined ? null : (
        <p className="small muted">
          {text('toSign.support', { contact: config.supportContact })} <code className={styles.requestId}>{failure.requestId}</code>
        </p>
      )}
    </>
  );
}
