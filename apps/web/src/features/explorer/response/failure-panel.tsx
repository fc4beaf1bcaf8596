/** Nothing came back: what that means, and what to do. The same request stands as curl beside it. */
import { CopyButton } from '../../../shared/portal/copy-button.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { type NoAnswer, type NotSent, wasNotSent } from '../request/outcome.ts';
import type { FailureText, NO_RESPONSE_TEXTS } from './no-response-texts.ts';

/** What else may happen is told by the part that sends (`no-response-texts.ts`): these are the two that it may be missing in. */
const NOT_SENT: Readonly<Record<NotSent['reason'], FailureText>> = {
  unprepared: {
    title: 'Nothing was sent.',
    text: 'Something that belongs to this request, such as your application’s secret or a part of this page, could not be loaded. Send again; if it stays so, load the page again.',
  },
  offline: { title: 'This computer is offline.', text: 'Nothing was sent. Connect it and send again.' },
};

interface FailurePanelProps {
  failure: NoAnswer;
  /** Of the part that sends; something was sent, so it is there. */
  noResponseTexts: typeof NO_RESPONSE_TEXTS | undefined;
  /** The same request, without secrets. */
  curl: string;
  onSendAgain: () => void;
}

export function FailurePanel({ failure, noResponseTexts, curl, onSendAgain }: FailurePanelProps) {
  const told = wasNotSent(failure) ? NOT_SENT[failure.reason] : noResponseTexts?.[failure.reason];
  if (told === undefined) return null;
  return (
    <Note kind={failure.reason === 'cancelled' || failure.reason === 'redirected' ? 'info' : 'error'} role="alert">
      <div className="stack-2">
        <p className="strong">{told.title}</p>
        <p>{told.text}</p>
        <div className="row wrap">
          <Button kind="secondary" isDense onClick={onSendAgain}>
            Send again
          </Button>
          <span className="row small">
            Copy as curl
            <CopyButton text={curl} label="Copy the request as curl" />
          </span>
        </div>
      </div>
    </Note>
  );
}
