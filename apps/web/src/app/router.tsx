/** Hash routes over the modal mechanism; the portal itself is a part that customers' pages never load. */

import type { RuntimeConfig } from '@portico/contract';
import { Suspense, useEffect } from 'react';
import { HashRouter, Navigate, Route, Routes } from 'react-router';
import { signedOut } from '../features/auth/index.ts';
import { useAppDispatch } from '../shared/store/hooks.ts';
import { createModalRegistry } from './app-modals.tsx';
import { lazyPart } from './load-part.ts';
import { Loader } from './loader.tsx';
import { ModalHost } from './modal-host.tsx';
import type { Page } from './start.ts';

/** Made once per page: lazy parts keep their identity between renderings. */
export function createRouter(page: Page) {
  const registry = createModalRegistry(page);
  const Portal = lazyPart<{ config: RuntimeConfig }>(async () => {
    const part = await import('./portal.tsx');
    page.store.addReducers(part.portalReducers);
    return part.Portal;
  });
  const portal = (
    <Suspense fallback={<Loader />}>
      <Portal config={page.config} />
    </Suspense>
  );
  return function Router() {
    return (
      <HashRouter>
        <Routes>
          <Route path="/logout" element={<Logout />} />
          <Route path="*" element={<ModalHost registry={registry} portal={portal} />} />
        </Routes>
      </HashRouter>
    );
  };
}

/** `/logout` ends the session and leads to `/`. */
function Logout() {
  const dispatch = useAppDispatch();
  useEffect(() => void dispatch(signedOut()), [dispatch]);
  return <Navigate to="/" replace />;
}
