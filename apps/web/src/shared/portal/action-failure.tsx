/** Why a form or a button was refused, where no single field is to blame. */
import type { ReactNode } from 'react';
import type { RequestFailure } from '../store/request-failure.ts';
import { Note } from '../ui/note.tsx';

interface ActionFailureProps {
  failure: RequestFailure;
  /** No toast says it, so this is announced. */
  isAlone?: boolean;
  /** Instead of the server's words. */
  children?: ReactNode;
}

export function ActionFailure({ failure, isAlone = false, children }: ActionFailureProps) {
  const isForSupport = failure.status >= 500 || failure.status === 0;
  return (
    <Note kind="error" {...(isAlone ? { role: 'alert' } : {})}>
      {children ?? failure.message}
      {isForSupport && failure.requestId !== undefined ? (
        <div className="micro muted">
          Request id <code>{failure.requestId}</code>
        </div>
      ) : null}
    </Note>
  );
}
