/** Values of `m` → modals: who may open one, whether it stands over the portal or is a page of its own, and where it is loaded from. */
import type { ComponentType, LazyExoticComponent } from 'react';
import type { AuthState } from '../features/auth/index.ts';

export interface ModalProps {
  /** True for the 200 ms of its way out. */
  isClosing: boolean;
  /** Takes `m` out of the address. */
  onClose: () => void;
}

export interface ModalEntry {
  /** `page`: a customer's page with the bank's bar, without the portal around it. */
  readonly presentation: 'dialog' | 'page';
  readonly isAllowed: (auth: AuthState) => boolean;
  readonly Component: LazyExoticComponent<ComponentType<ModalProps>> | ComponentType<ModalProps>;
}

export type ModalRegistry = ReadonlyMap<string, ModalEntry>;
