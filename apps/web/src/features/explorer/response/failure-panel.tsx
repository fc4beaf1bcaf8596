/** Shown without a response: what that means and what to do, with the same request as curl. */
import { CopyButton } from '../../../shared/portal/copy-button.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { type NoAnswer, type NotSent, wasNotSent } from '../request/outcome.ts';
import type { FailureText, NO_RESPONSE_TEXTS } from './no-response-texts.ts';

/** The texts for failures before anything was sent; the sending chunk, which has the other texts, may be missing then. */
const NOT_SENT: Readonly<Record<NotSent['reason'], FailureText>> = {
  unprepared: {
    title: 'Nothing was sent.',
    text: 'Something that belongs to this request, such as your application’s secret or a part of this page, could not be loaded. Send again; if it stays so, load the page again.',
  },
  offline: { title: 'This computer is offline.', text: 'Nothing was sent. Connect it and send again.' },
};

interface FailurePanelProps {
  failure: NoAnswer;
  /** From the sending chunk; loaded whenever a request was sent. */
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
          <CopyButton text={curl} label="Copy as curl" hasWords />
        </div>
      </div>
    </Note>
  );
}
