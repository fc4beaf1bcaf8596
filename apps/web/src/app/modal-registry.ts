/** Values of `m` → dialogs over the portal: who may open one, and where it is loaded from. */
import type { ComponentType, LazyExoticComponent } from 'react';
import type { AuthState } from '../features/auth/index.ts';

export interface ModalProps {
  /** True for the 200 ms of its way out. */
  isClosing: boolean;
  /** Takes `m` out of the address. */
  onClose: () => void;
}

export interface ModalEntry {
  readonly isAllowed: (auth: AuthState) => boolean;
  readonly Component: LazyExoticComponent<ComponentType<ModalProps>> | ComponentType<ModalProps>;
}

export type ModalRegistry = ReadonlyMap<string, ModalEntry>;
