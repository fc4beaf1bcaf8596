/** The portal as visitors meet it: hash routes over the modal mechanism. */
import type { RuntimeConfig } from '@portico/contract';
import { useEffect } from 'react';
import { HashRouter, Navigate, Route, Routes } from 'react-router';
import { signedOut } from '../features/auth/index.ts';
import { useAppDispatch } from '../shared/store/hooks.ts';
import { ModalHost } from './modal-host.tsx';
import type { ModalRegistry } from './modal-registry.ts';
import { Portal } from './portal.tsx';

export { portalReducers } from './portal.tsx';

/** Dialogs over the portal; customers' pages are not among them. */
const MODALS: ModalRegistry = new Map();

export function PortalApp({ config }: { config: RuntimeConfig }) {
  return (
    <HashRouter>
      <Routes>
        <Route path="/logout" element={<Logout />} />
        <Route path="*" element={<ModalHost registry={MODALS} portal={<Portal config={config} />} />} />
      </Routes>
    </HashRouter>
  );
}

/** `/logout` ends the session and leads to `/`. */
function Logout() {
  const dispatch = useAppDispatch();
  useEffect(() => void dispatch(signedOut()), [dispatch]);
  return <Navigate to="/" replace />;
}
