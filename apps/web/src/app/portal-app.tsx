/** The portal as visitors meet it: hash routes over the modal mechanism. */
import type { RuntimeConfig } from '@portico/contract';
import { useEffect } from 'react';
import { contentFound, type FoundContent, loadMenu } from '../features/content/index.ts';
import { preloadOperation } from '../features/explorer/index.ts';
import { signOut, startSession } from '../shared/auth/session.ts';
import { writtenContent } from '../shared/content/written-content.ts';
import { firstScript } from '../shared/early/first-script.ts';
import type { ReturnState } from '../shared/portal/return-to.ts';
import { goTo, usePlace } from '../shared/portal/router/place.ts';
import { useExtra } from '../shared/portal/use-extra.ts';
import { useAppDispatch, useRequest } from '../shared/store/hooks.ts';
import { Loader } from './loader.tsx';
import { ModalHost } from './modal-host.tsx';
import { portalModals } from './modal-registry.ts';
import { Portal, portalReducers } from './portal.tsx';
import type { Page } from './start.ts';
import type { AppStore } from './store.ts';

export { LandingPage } from './page-registry.ts';

/** Who has just registered goes on to what they came for. */
const AFTER_VERIFICATION: ReturnState = { returnTo: '/tokens' };

/** All that is certain to be asked is asked at once, not each after the other has been drawn. @returns as {@link preloadContent} */
export function startPortal({ store }: Pick<Page, 'store'>): object {
  const first = preloadContent(store, writtenContent());
  void store.dispatch(startSession());
  void store.dispatch(loadMenu());
  return first;
}

/** Resolves when all that is there already of the address's page can be drawn: an operation whose answer came before the scripts. */
export async function preloadPage({ store, extra }: Pick<Page, 'store' | 'extra'>): Promise<void> {
  const { operation, calls } = firstScript();
  if (operation !== undefined && calls.get(operation.url)?.hasArrived === true) await preloadOperation(operation, extra, store.dispatch);
}

/** @param content by path below the content base; @returns the state from which the portal is drawn first, on the server as in the browser */
export function preloadContent(store: AppStore, content: FoundContent): object {
  store.addReducers(portalReducers);
  store.dispatch(contentFound(content));
  return store.getState();
}

export function PortalApp({ config }: { config: RuntimeConfig }) {
  const { pathname } = usePlace();
  return (
    <>
      <VerificationLink />
      {pathname === '/logout' ? <Logout /> : <ModalHost registry={portalModals} config={config} portal={<Portal config={config} />} />}
    </>
  );
}

/** `/logout` ends the session and leads to `/`. A start that is still under way would sign in again what has just ended. */
export function Logout() {
  const dispatch = useAppDispatch();
  const { isPending: isStarting } = useRequest(startSession.typePrefix);
  useEffect(() => {
    if (isStarting) return undefined;
    let isHere = true;
    const leave = async () => {
      await dispatch(signOut());
      // Who has gone elsewhere meanwhile stays there.
      if (isHere) goTo('/', { replace: true });
    };
    void leave();
    return () => {
      isHere = false;
    };
  }, [isStarting, dispatch]);
  return <Loader />;
}

/** The link of a verification mail: the token is spent, and the login says what became of it. */
export function VerificationLink() {
  const { initialQuery } = useExtra();
  const dispatch = useAppDispatch();
  useEffect(() => {
    const token = initialQuery.takeVerification();
    if (token === undefined) return;
    const verify = async () => {
      const { verifyEmail } = await import('../features/auth/index.ts');
      await dispatch(verifyEmail({ token }));
      goTo('/?m=login', { replace: true, state: AFTER_VERIFICATION });
    };
    void verify();
  }, [initialQuery, dispatch]);
  return null;
}
