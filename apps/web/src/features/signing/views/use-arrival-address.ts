/** The address of a signing modal is `/#/?m={modalId}`; it is pushed where the browser stands elsewhere. */
import type { ModalId } from '@portico/contract/values';
import { useEffect } from 'react';

export function useArrivalAddress(modalId: ModalId): void {
  useEffect(() => {
    const address = `/#/?m=${modalId}`;
    const { pathname, search, hash } = window.location;
    if (`${pathname}${search}${hash}` !== address) window.history.pushState(window.history.state, '', address);
  }, [modalId]);
}
