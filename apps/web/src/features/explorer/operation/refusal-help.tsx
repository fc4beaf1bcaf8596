/** Beside an answer that has a way on: a token that ran out, a session that is over. */
import type { OperationSlice } from '@portico/contract';
import { Button } from '../../../shared/ui/button.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { needsToken } from './build-request.ts';

interface RefusalHelpProps {
  status: number;
  slice: OperationSlice;
  customerName: string | undefined;
  isRenewing: boolean;
  /** Gets a new token and sends again. */
  onRenew: (() => void) | undefined;
}

export function RefusalHelp({ status, slice, customerName, isRenewing, onRenew }: RefusalHelpProps) {
  if (status === 401 && needsToken(slice)) {
    return (
      <Note kind="warn" role="status">
        <p>
          {customerName === undefined
            ? 'This call needs an access token.'
            : `The token of ${customerName} is not accepted: it ran out, or was given back.`}
        </p>
        {onRenew === undefined ? (
          <p>Log in to get one for a test customer.</p>
        ) : (
          <Button kind="secondary" isDense isBusy={isRenewing} onClick={onRenew}>
            Renew the token and send again
          </Button>
        )}
      </Note>
    );
  }
  if (status === 410) {
    return (
      <Note kind="info" role="status">
        What this address named is over. Ask for a new one: start the consent or the payment again.
      </Note>
    );
  }
  return null;
}
