/** Chooses the page for the address. Without a session every page is the sign-in page. */
import type { ConsoleSession } from '@portico/contract';
import { useCallback, useEffect, useState } from 'react';
import { ApiError } from '../shared/api/api-error.ts';
import { leavePage } from '../shared/page/leave-page.ts';
import { AuditPage } from './audit-page.tsx';
import type { ConsoleCalls } from './console-calls.ts';
import { FindPage } from './find-page.tsx';
import { Shell } from './shell.tsx';
import { SignInPage } from './sign-in-page.tsx';

interface Address {
  readonly path: string;
  readonly query: URLSearchParams;
}

const readAddress = (): Address => ({ path: window.location.pathname, query: new URLSearchParams(window.location.search) });

/** Undefined while it is asked; null: the browser has no session. */
type Session = ConsoleSession | null | undefined;

export function ConsoleApp({ calls }: { calls: ConsoleCalls }) {
  const [address, setAddress] = useState(readAddress);
  const [session, setSession] = useState<Session>();
  const go = useCallback((to: string) => {
    window.history.pushState(null, '', to);
    setAddress(readAddress());
  }, []);
  useEffect(() => {
    const follow = () => setAddress(readAddress());
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, []);
  const isSignIn = address.path === '/sign-in';
  useEffect(() => {
    // The sign-in page begins a new session in any case.
    if (isSignIn) setSession(null);
    else calls.session().then(setSession, () => setSession(null));
  }, [calls, isSignIn]);
  /** A session ends after a time without a call: the page says so in place of a failure that the operator cannot explain. */
  const endSession = useCallback((error: unknown) => {
    if (!(error instanceof ApiError && error.status === 401)) return false;
    window.history.replaceState(null, '', '/sign-in?problem=ended');
    setAddress(readAddress());
    setSession(null);
    return true;
  }, []);

  if (session === undefined) return null;
  if (session === null) return <SignInPage problem={address.query.get('problem')} />;
  const signOut = async () => {
    await calls.signOut().catch(() => undefined);
    leavePage('/sign-in');
  };
  const isAudit = address.path === '/audit' || (!session.acts.includes('find') && session.acts.includes('audit'));
  const id = address.query.get('id') ?? '';
  return (
    <Shell session={session} page={isAudit ? 'audit' : 'find'} id={id} onGo={go} onSignOut={() => void signOut()}>
      {isAudit ? (
        <AuditPage calls={calls} operator={address.query.get('operator') ?? undefined} onGo={go} onEnded={endSession} />
      ) : (
        <FindPage key={id} id={id} calls={calls} mayShow={session.acts.includes('show')} onGo={go} onEnded={endSession} />
      )}
    </Shell>
  );
}
