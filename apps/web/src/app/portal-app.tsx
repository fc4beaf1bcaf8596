/** The portal: hash routes, with modals above them. */
import type { RuntimeConfig } from '@portico/contract';
import { useEffect } from 'react';
import { contentFound, type FoundContent, loadMenu } from '../features/content/index.ts';
import { preloadOperation } from '../features/explorer/index.ts';
import { keepApplication } from '../shared/application/keep-application.ts';
import { keepSession, keepTabsInStep } from '../shared/auth/keep-session.ts';
import { signOut, startSession } from '../shared/auth/session.ts';
import { writtenContent } from '../shared/content/written-content.ts';
import { firstScript } from '../shared/early/first-script.ts';
import type { ReturnState } from '../shared/portal/return-to.ts';
import { goTo, interruptedLogin, useIsLogout, usePlace } from '../shared/portal/router/place.ts';
import { useExtra } from '../shared/portal/use-extra.ts';
import { useAppDispatch, useRequest } from '../shared/store/hooks.ts';
import { Loader } from './loader.tsx';
import { ModalHost } from './modal-host.tsx';
import { portalModals } from './modal-registry.ts';
import { Portal, portalSlices } from './portal.tsx';
import type { Page } from './start.ts';
import type { AppStore } from './store.ts';

export { LandingPage } from './page-registry.ts';

/** After a verified sign-up the developer continues on the tokens page; a bank's own core has no test customers, so there it is the application. */
const afterVerification = ({ hasSandboxBank }: RuntimeConfig): ReturnState => ({ returnTo: hasSandboxBank ? '/tokens' : '/tpp' });

/** Sends all calls that are certainly needed at once, before any component renders. @returns as {@link preloadContent} */
export function startPortal(page: Pick<Page, 'store' | 'extra' | 'toasts' | 'onLoggedOut' | 'readApplication'>): object {
  const { store } = page;
  const first = preloadContent(store, writtenContent());
  page.onLoggedOut = keepSession(page);
  keepTabsInStep(store);
  page.readApplication = keepApplication(store, page.extra.storage);
  void store.dispatch(startSession());
  void store.dispatch(loadMenu());
  return first;
}

/** Resolves when the page can render what has already arrived: an operation whose response came before the scripts. */
export async function preloadPage({ store, extra }: Pick<Page, 'store' | 'extra'>): Promise<void> {
  const { operation, calls } = firstScript();
  if (operation !== undefined && calls.get(operation.url)?.hasArrived === true) await preloadOperation(operation, extra, store.dispatch);
}

/** @param content by path below the content base; @returns the state for the first render, the same on the server and in the browser */
export function preloadContent(store: AppStore, content: FoundContent): object {
  store.addSlices(...portalSlices);
  store.dispatch(contentFound(content));
  return store.getState();
}

export function PortalApp({ config }: { config: RuntimeConfig }) {
  const isLogout = useIsLogout();
  const { pathname } = usePlace();
  return (
    <>
      <VerificationLink config={config} />
      {isLogout ? <Logout /> : null}
      {pathname === '/logout' ? <Loader /> : <ModalHost registry={portalModals} config={config} portal={<Portal config={config} />} />}
    </>
  );
}

/**
 * `/logout` ends the session and leads to `/`. It waits for a pending start, which would otherwise sign in again. A session that the server has
 * ended is not ended once more, because the browser may already have the session of another developer: the login opens above the page.
 */
export function Logout() {
  const dispatch = useAppDispatch();
  const { state } = usePlace();
  const { isPending: isStarting } = useRequest(startSession.typePrefix);
  const login = interruptedLogin(state);
  useEffect(() => {
    if (isStarting) return undefined;
    if (login !== undefined) {
      goTo(login, { replace: true });
      return undefined;
    }
    let isHere = true;
    const leave = async () => {
      await dispatch(signOut());
      // A visitor who has navigated elsewhere stays there.
      if (isHere) goTo('/', { replace: true });
    };
    void leave();
    return () => {
      isHere = false;
    };
  }, [isStarting, login, dispatch]);
  return null;
}

/** The link of a verification mail: uses the token, and the login page shows the result. */
export function VerificationLink({ config }: { config: RuntimeConfig }) {
  const { initialQuery } = useExtra();
  const dispatch = useAppDispatch();
  useEffect(() => {
    const token = initialQuery.takeVerification();
    if (token === undefined) return;
    const verify = async () => {
      const { verifyEmail } = await import('../features/auth/index.ts');
      await dispatch(verifyEmail({ token }));
      goTo('/?m=login', { replace: true, state: afterVerification(config) });
    };
    void verify();
  }, [initialQuery, dispatch, config]);
  return null;
}
