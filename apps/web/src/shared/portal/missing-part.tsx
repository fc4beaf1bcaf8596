/** In the place of a part of the page that did not come: what was typed around it stays. */
import type { MissingPartProps } from '../page/lazy-part.tsx';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';

export function MissingPart({ onRetry }: MissingPartProps) {
  return (
    <div className="stack">
      <Note kind="error" role="alert">
        This part of the page could not be loaded. Check your connection, then try again.
      </Note>
      <Button kind="secondary" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
