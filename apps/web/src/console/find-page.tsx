/** The look-up: one id, and the history of what has it. */
import type { ConsoleFinding } from '@portico/contract';
import type { ConsoleAct } from '@portico/contract/values';
import { useEffect, useLayoutEffect, useState } from 'react';
import { ApiError } from '../shared/api/api-error.ts';
import { Note } from '../shared/ui/note.tsx';
import styles from './console.module.css';
import { FindingView } from './finding-view.tsx';
import type { PageProps } from './page-props.ts';

/** As the server's rule, so that a mistyped id does not become an entry of the audit log. */
const ID = /^[A-Za-z0-9_-]{8,100}$/;

type State = { readonly finding: ConsoleFinding } | { readonly failure: string } | undefined;

export function FindPage({ id, calls, acts, onEnded }: PageProps & { readonly id: string; readonly acts: readonly ConsoleAct[] }) {
  const [state, setState] = useState<State>();
  /** Grows with every change of what is shown. */
  const [version, setVersion] = useState(0);
  useLayoutEffect(() => {
    document.title = 'Find · Console';
  }, []);
  useEffect(() => {
    void version;
    if (id === '') return undefined;
    if (!ID.test(id)) {
      setState({ failure: 'An id has 8 to 100 letters, digits, hyphens or underscores. Nothing was looked for.' });
      return undefined;
    }
    let isGone = false;
    calls.lookUp(id).then(
      (finding) => {
        if (!isGone) setState({ finding });
      },
      (error: unknown) => {
        if (!isGone && !onEnded(error)) setState({ failure: error instanceof ApiError ? error.message : 'The look-up failed. Try again.' });
      },
    );
    return () => {
      isGone = true;
    };
  }, [calls, id, onEnded, version]);

  if (state !== undefined && 'finding' in state)
    return <FindingView finding={state.finding} calls={calls} acts={acts} onEnded={onEnded} onChanged={() => setVersion((count) => count + 1)} />;
  return (
    <>
      <div className={styles.title}>
        <h1>Find</h1>
        <p>By the id of a payment, consent, signing session or request. Each look-up is recorded with your name.</p>
      </div>
      {id !== '' && state === undefined ? <p role="status">Looking for {id} …</p> : null}
      {state === undefined ? null : (
        <Note kind="warn" role="status">
          <p>{state.failure}</p>
        </Note>
      )}
    </>
  );
}
