/** The way in: the bank's identity provider. After a sign-in without a session it says why, and what to do. */
import type { ConsoleSignInProblem } from '@portico/contract/values';
import { useLayoutEffect } from 'react';
import { Brand } from '../shared/ui/brand.tsx';
import { ButtonLink } from '../shared/ui/button.tsx';
import { Note } from '../shared/ui/note.tsx';
import styles from './console.module.css';

const PROBLEMS: Readonly<Record<ConsoleSignInProblem | 'ended', string>> = {
  noRole:
    'The bank’s identity provider knows you, but none of your groups has a role in the console. Ask the person who manages your groups to add you to one, and sign in again.',
  expired: 'This sign-in began in another browser or too long ago. Sign in again.',
  cancelled: 'You cancelled the sign-in. Nothing has happened.',
  unavailable: 'The bank’s identity provider does not respond. Try again in a moment.',
  failed: 'The answer of the bank’s identity provider could not be verified. Sign in again. If it fails again, tell the people who operate Portico.',
  ended: 'Your session has ended: after 15 minutes without a call, after 8 hours, or because your network address changed. Sign in again.',
};

const isKnown = (problem: string): problem is keyof typeof PROBLEMS => Object.hasOwn(PROBLEMS, problem);

export function SignInPage({ problem }: { problem: string | null }) {
  useLayoutEffect(() => {
    document.title = 'Sign in · Console';
  }, []);
  return (
    <main className={styles.signIn}>
      <Brand name="Portico" suffix="Console" />
      <h1>Sign in to the console</h1>
      {problem !== null && isKnown(problem) ? (
        <Note kind={problem === 'cancelled' || problem === 'ended' ? 'info' : 'warn'} role="status">
          <p>{PROBLEMS[problem]}</p>
        </Note>
      ) : null}
      <p>The console is for the bank’s staff. What you look at is recorded with your name.</p>
      <ButtonLink kind="primary" href="/sign-in/start">
        Sign in at the bank
      </ButtonLink>
    </main>
  );
}
