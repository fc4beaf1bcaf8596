/** Chooses the page for the address. Without a session every page is the sign-in page. */
import type { ConsoleSession } from '@portico/contract';
import { useCallback, useEffect, useState } from 'react';
import { ApiError } from '../shared/api/api-error.ts';
import { leavePage } from '../shared/page/leave-page.ts';
import { AuditPage } from './audit-page.tsx';
import type { ConsoleCalls } from './console-calls.ts';
import { FindPage } from './find-page.tsx';
import { OverviewPage } from './overview-page.tsx';
import type { PageProps } from './page-props.ts';
import { PaymentsPage } from './payments-page.tsx';
import { ProviderPage } from './provider-page.tsx';
import { ProvidersPage } from './providers-page.tsx';
import { RequestsPage } from './requests-page.tsx';
import { PAGES, type PageName, Shell } from './shell.tsx';
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
  const endSession = useCallback(
    (error: unknown) => {
      if (!(error instanceof ApiError)) return false;
      // A role was taken away while the page was open: the pages show what is left.
      if (error.status === 403) calls.session().then(setSession, () => undefined);
      if (error.status !== 401) return false;
      window.history.replaceState(null, '', '/sign-in?problem=ended');
      setAddress(readAddress());
      setSession(null);
      return true;
    },
    [calls],
  );

  if (session === undefined) return null;
  if (session === null) return <SignInPage problem={address.query.get('problem')} />;
  const signOut = async () => {
    await calls.signOut().catch(() => undefined);
    leavePage('/sign-in');
  };
  const allowed = PAGES.filter(({ act }) => session.acts.includes(act));
  const page = (allowed.find(({ path }) => path === address.path) ?? allowed[0])?.page;
  const id = address.query.get('id') ?? '';
  const parts = { calls, onGo: go, onEnded: endSession };
  return (
    <Shell session={session} page={page} id={page === 'find' ? id : ''} onGo={go} onSignOut={() => void signOut()}>
      {page === undefined ? null : <Page key={`${page} ${id}`} page={page} id={id} address={address} session={session} {...parts} />}
    </Shell>
  );
}

interface PageParts extends PageProps {
  readonly page: PageName;
  readonly id: string;
  readonly address: Address;
  readonly session: ConsoleSession;
}

function Page({ page, id, address: { query }, session: { acts }, ...parts }: PageParts) {
  const param = (name: string) => query.get(name) ?? undefined;
  switch (page) {
    case 'overview':
      return <OverviewPage acts={acts} {...parts} />;
    case 'payments':
      return <PaymentsPage key={query.toString()} status={param('status')} before={param('before')} mayFind={acts.includes('find')} {...parts} />;
    case 'find':
      return <FindPage id={id} acts={acts} {...parts} />;
    case 'providers':
      return id === '' ? (
        <ProvidersPage key={query.toString()} text={query.get('text') ?? ''} after={param('after')} {...parts} />
      ) : (
        <ProviderPage id={id} acts={acts} {...parts} />
      );
    case 'requests':
      return <RequestsPage before={param('before')} {...parts} />;
    case 'audit':
      return <AuditPage operator={param('operator')} {...parts} />;
  }
}
