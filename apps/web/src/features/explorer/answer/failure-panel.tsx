/** Nothing came back: what that means, and what to do. The same request stands as curl beside it. */
import { CopyButton } from '../../../shared/portal/copy-button.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { ANSWER_TIMEOUT_MS, type NoAnswer } from '../request/outcome.ts';

const SECONDS = ANSWER_TIMEOUT_MS / 1000;

const TEXTS: Readonly<Record<NoAnswer['reason'], { title: string; text: string }>> = {
  unprepared: {
    title: 'Nothing was sent.',
    text: 'Something that belongs to this request, such as your application’s secret or a part of this page, could not be loaded. Send again; if it stays so, load the page again.',
  },
  unreachable: {
    title: 'No answer arrived.',
    text: 'The server could not be reached. If it stays so, API Status says whether the bank knows of it.',
  },
  untold: {
    title: 'No answer arrived.',
    text: 'The server could not be reached, or it does not allow this page to call it (CORS): a browser does not say which. Run the curl sample: if it gets an answer, it is CORS.',
  },
  offline: { title: 'This computer is offline.', text: 'Nothing was sent. Connect it and send again.' },
  timeout: {
    title: `No answer within ${SECONDS} seconds.`,
    text: 'The request may have arrived. Send it again with the same X-Request-ID: the bank then answers as it did the first time, and does nothing twice.',
  },
  cancelled: {
    title: 'Cancelled.',
    text: 'The request may have arrived before. Send it again with the same X-Request-ID to see its answer.',
  },
  brokenOff: {
    title: 'The answer broke off.',
    text: 'The request arrived and the connection was lost under the answer. Send it again with the same X-Request-ID.',
  },
  redirected: {
    title: 'The server answered with a redirect.',
    text: 'It leads to a page for a person. Browsers keep its address from pages; run the curl sample to see it.',
  },
};

interface FailurePanelProps {
  failure: NoAnswer;
  /** The same request, without secrets. */
  curl: string;
  onSendAgain: () => void;
}

export function FailurePanel({ failure, curl, onSendAgain }: FailurePanelProps) {
  const { title, text } = TEXTS[failure.reason];
  return (
    <Note kind={failure.reason === 'cancelled' || failure.reason === 'redirected' ? 'info' : 'error'} role="alert">
      <div className="stack-2">
        <p className="strong">{title}</p>
        <p>{text}</p>
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
