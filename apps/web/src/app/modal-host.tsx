/**
 * Chooses modals by the query parameter `m` of the hash (specification §2). A modal that is unknown, or not allowed for this visitor, does not
 * open,
 * and `m` is removed from the address. A closing modal stays 200 ms for its animation.
 */
import type { RuntimeConfig } from '@portico/contract';
import { IDENTITY_QUERY, MODAL_CLOSE_MS } from '@portico/contract/values';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { type AuthRoot, type AuthState, signedOut } from '../shared/auth/auth-slice.ts';
import { returnToOf } from '../shared/portal/return-to.ts';
import { goTo, interruptedLogin, type Place, usePlace } from '../shared/portal/router/place.ts';
import { useAppDispatch, useAppSelector } from '../shared/store/hooks.ts';
import type { ModalRegistry } from './modal-registry.ts';

/** @param portal the content behind a dialog */
export function ModalHost({ registry, config, portal }: { registry: ModalRegistry; config: RuntimeConfig; portal: ReactNode }) {
  const { entry, isClosing, close } = useModal(registry);
  return (
    <>
      {portal}
      {entry === undefined ? null : <entry.Component config={config} isClosing={isClosing} onClose={close} />}
    </>
  );
}

function useModal(registry: ModalRegistry) {
  const place = usePlace();
  const auth = useAppSelector((state: AuthRoot) => state.auth);
  const requested = new URLSearchParams(place.search).get('m');
  const open = auth.isInitialized ? allowedModal(registry, requested, auth) : undefined;
  const isRefused = requested !== null && open === undefined && auth.isInitialized;
  const close = useCallback(() => goTo(withoutModal(place), { replace: true }), [place]);
  // Who closes the login of an interrupted session is signed out.
  const dispatch = useAppDispatch();
  const isGivenUp = auth.interrupted !== null && requested === null && interruptedLogin(place.state) === undefined;
  useEffect(() => {
    if (isGivenUp) dispatch(signedOut());
  }, [isGivenUp, dispatch]);
  useEffect(() => {
    if (!isRefused) return;
    // After a login the visitor continues to the page that they wanted.
    const returnTo = auth.isAuthorized ? returnToOf(place.state) : undefined;
    if (returnTo === undefined) close();
    else goTo(returnTo, { replace: true });
  }, [isRefused, auth.isAuthorized, place.state, close]);
  const shown = useLastShown(open);
  const id = open ?? shown;
  return { entry: id === undefined ? undefined : registry.get(id), isClosing: open === undefined, close };
}

function allowedModal(registry: ModalRegistry, requested: string | null, auth: AuthState): string | undefined {
  if (requested === null) return undefined;
  return registry.get(requested)?.isAllowed(auth) ? requested : undefined;
}

function withoutModal({ pathname, search }: Place): string {
  const query = new URLSearchParams(search);
  query.delete('m');
  query.delete(IDENTITY_QUERY.socialError);
  return query.size === 0 ? pathname : `${pathname}?${query}`;
}

/** The open modal, and for {@link MODAL_CLOSE_MS} after closing the previous one. */
function useLastShown(open: string | undefined): string | undefined {
  const [shown, setShown] = useState(open);
  useEffect(() => {
    if (open !== undefined) {
      setShown(open);
      return undefined;
    }
    const timer = setTimeout(() => setShown(undefined), MODAL_CLOSE_MS);
    return () => clearTimeout(timer);
  }, [open]);
  return shown;
}
