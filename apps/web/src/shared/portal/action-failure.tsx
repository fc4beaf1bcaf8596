/** Why a form or a button was refused, where no single field is to blame. */
import type { ReactNode } from 'react';
import type { RequestFailure } from '../store/request-failure.ts';
import { Note } from '../ui/note.tsx';

/** `children`: instead of the server's words. */
export function ActionFailure({ failure, children }: { failure: RequestFailure; children?: ReactNode }) {
  const isForSupport = failure.status >= 500 || failure.status === 0;
  return (
    <Note kind="error" role="alert">
      {children ?? failure.message}
      {isForSupport && failure.requestId !== undefined ? (
        <div className="micro muted">
          Request id <code>{failure.requestId}</code>
        </div>
      ) : null}
    </Note>
  );
}
