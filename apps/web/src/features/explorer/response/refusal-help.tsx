/** Shown beside an error that the developer can resolve: an expired token, or an ended session. */
import { ActionFailure } from '../../../shared/portal/action-failure.tsx';
import type { RequestFailure } from '../../../shared/store/request-failure.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import type { Answer } from '../request/outcome.ts';
import { refusalCode } from './refusal-code.ts';

/** Error codes about the token; other 401 responses have other causes, such as an unsigned consent. */
const TOKEN_CODES: readonly (string | undefined)[] = ['TOKEN_UNKNOWN', 'TOKEN_INVALID', 'TOKEN_EXPIRED'];

interface RefusalHelpProps {
  answer: Pick<Answer, 'status' | 'text'>;
  customerName: string | undefined;
  isRenewing: boolean;
  renewFailure: RequestFailure | undefined;
  /** Gets a new token and sends again. */
  onRenew: (() => void) | undefined;
}

export function RefusalHelp({ answer: { status, text }, customerName, isRenewing, renewFailure, onRenew }: RefusalHelpProps) {
  if (status === 401 && TOKEN_CODES.includes(refusalCode(text))) {
    return (
      <Note kind="warn" role="status">
        <p>
          {customerName === undefined
            ? 'This call needs an access token.'
            : `The token of ${customerName} is not accepted: it has expired or was revoked.`}
        </p>
        {onRenew === undefined ? (
          <p>Log in to get one for a test customer.</p>
        ) : (
          <Button kind="secondary" isDense isBusy={isRenewing} onClick={onRenew}>
            Renew the token and send again
          </Button>
        )}
        {renewFailure === undefined ? null : <ActionFailure failure={renewFailure} />}
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
