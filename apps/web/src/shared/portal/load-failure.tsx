/** What did not arrive, the way to try again, and the id to tell the support. */
import type { RequestFailure } from '../store/request-failure.ts';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';

interface LoadFailureProps {
  failure: RequestFailure;
  /** A toast has said it, so this is not announced. */
  isToasted?: boolean;
  onRetry: () => void;
}

export function LoadFailure({ failure, isToasted = false, onRetry }: LoadFailureProps) {
  return (
    <div className="stack">
      <Note kind="error" {...(isToasted ? {} : { role: 'alert' })}>
        {failure.message}
        {failure.requestId === undefined ? null : (
          <div className="micro muted">
            Request id <code>{failure.requestId}</code>
          </div>
        )}
      </Note>
      <Button kind="secondary" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
