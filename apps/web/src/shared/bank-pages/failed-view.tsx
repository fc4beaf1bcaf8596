/** A call failed: the specified words, what it means, and a way on. */
import type { RuntimeConfig } from '@portico/contract';
import { useFailureTitle, useRefusalText } from '../i18n/refusal-text.ts';
import type { RequestFailure } from '../store/request-failure.ts';
import { Button } from '../ui/button.tsx';
import { Headline } from '../ui/headline.tsx';
import styles from './bank-pages.module.css';
import { useDoorText } from './messages.ts';

export function FailedView({ failure, config, tryAgain }: { failure: RequestFailure; config: RuntimeConfig; tryAgain: () => void }) {
  const text = useDoorText();
  const refusalText = useRefusalText();
  const titleOf = useFailureTitle();
  const isOurs = failure.code === 'INTERNAL_ERROR' || failure.status === 500;
  return (
    <>
      <div className="stack" role="alert">
        <Headline>{titleOf(failure) ?? text('door.failed')}</Headline>
        <p className="second">{isOurs ? text('door.failedText') : refusalText(failure)}</p>
      </div>
      <Button kind="primary" isBlock onClick={tryAgain}>
        {text('door.tryAgain')}
      </Button>
      {failure.requestId === undefined ? null : (
        <p className="small muted">
          {text('door.support', { contact: config.supportContact })} <code className={styles.requestId}>{failure.requestId}</code>
        </p>
      )}
    </>
  );
}
