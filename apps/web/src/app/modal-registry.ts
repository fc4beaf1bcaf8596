/** Dialogs of the portal by the value of `m`: who may open each, and its chunk. */
import type { ModalId } from '@portico/contract/values';
import type { ComponentType } from 'react';
import type { AuthState } from '../shared/auth/auth-slice.ts';
import { lazyComponent } from '../shared/page/lazy-component.tsx';
import type { PortalModalProps } from '../shared/portal/modal-props.ts';
import { MissingDialog } from './missing-dialog.tsx';

export interface ModalEntry {
  readonly isAllowed: (auth: Pick<AuthState, 'isAuthorized'>) => boolean;
  readonly Component: ComponentType<PortalModalProps>;
}

export type ModalRegistry = ReadonlyMap<string, ModalEntry>;

const loadDialogs = () => import('../features/auth/index.ts');

const signedOutOnly: ModalEntry['isAllowed'] = ({ isAuthorized }) => !isAuthorized;
const signedInOnly: ModalEntry['isAllowed'] = ({ isAuthorized }) => isAuthorized;
const everybody: ModalEntry['isAllowed'] = () => true;

/** Specification §2; customers' pages are not among them. */
export const portalModals: ModalRegistry = new Map<ModalId, ModalEntry>([
  ['login', { isAllowed: signedOutOnly, Component: lazyComponent(async () => (await loadDialogs()).LoginModal, undefined, MissingDialog) }],
  [
    'secondFactor',
    { isAllowed: signedOutOnly, Component: lazyComponent(async () => (await loadDialogs()).SecondFactorModal, undefined, MissingDialog) },
  ],
  ['register', { isAllowed: signedOutOnly, Component: lazyComponent(async () => (await loadDialogs()).RegisterModal, undefined, MissingDialog) }],
  [
    'forgotPassword',
    { isAllowed: signedOutOnly, Component: lazyComponent(async () => (await loadDialogs()).ForgotPasswordModal, undefined, MissingDialog) },
  ],
  [
    'confirmDelete',
    { isAllowed: signedInOnly, Component: lazyComponent(async () => (await loadDialogs()).ConfirmDeleteModal, undefined, MissingDialog) },
  ],
  // Shows the crash view if it cannot be loaded: the address must stay, so that the code is still available after a reload.
  ['authCode', { isAllowed: everybody, Component: lazyComponent(async () => (await loadDialogs()).AuthCodeModal) }],
]);
