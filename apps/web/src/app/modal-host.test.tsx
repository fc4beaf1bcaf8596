import { MODAL_CLOSE_MS } from '@portico/contract/values';
import { configureStore } from '@reduxjs/toolkit';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { recordedConfig } from '../shared/api/recorded-config.ts';
import { authorized, authSlice, signedOut } from '../shared/auth/auth-slice.ts';
import type { PortalModalProps } from '../shared/portal/modal-props.ts';
import { hrefOf, usePlace } from '../shared/portal/router/place.ts';
import { ModalHost } from './modal-host.tsx';
import { type ModalEntry, type ModalRegistry, portalModals } from './modal-registry.ts';

const registry: ModalRegistry = new Map<string, ModalEntry>([
  ['login', { isAllowed: (auth) => !auth.isAuthorized, Component: Dialog }],
  ['confirmDelete', { isAllowed: (auth) => auth.isAuthorized, Component: Dialog }],
]);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function open(address: string, state: unknown = null) {
  window.history.replaceState(state, '', hrefOf(address));
  const store = configureStore({ reducer: { auth: authSlice.reducer } });
  store.dispatch(signedOut());
  render(
    <Provider store={store}>
      <ModalHost registry={registry} config={recordedConfig} portal={<p>portal</p>} />
      <Address />
    </Provider>,
  );
  return store;
}

describe('a modal chosen by m', () => {
  it('opens over the portal', () => {
    open('/?m=login');
    expect(screen.getByText('modal open')).toBeTruthy();
    expect(screen.getByText('portal')).toBeTruthy();
  });
  it('that is unknown does not open, and only m is removed from the address', () => {
    open('/welcome?m=nothing&x=1');
    expect(screen.queryByText(/modal/)).toBeNull();
    expect(screen.getByTestId('address').textContent).toBe('/welcome?x=1');
  });
  it.each(['toString', '__proto__', 'constructor', ''])('named %j is unknown', (name) => {
    open(`/?m=${name}`);
    expect(screen.queryByText(/modal/)).toBeNull();
    expect(screen.getByTestId('address').textContent).toBe('/');
  });
  it('that the visitor may not open is removed from the address', () => {
    open('/?m=confirmDelete');
    expect(screen.queryByText(/modal/)).toBeNull();
    expect(screen.getByTestId('address').textContent).toBe('/');
  });
  it('for the login closes after a sign-in and leads to the requested page', () => {
    const store = open('/?m=login', { returnTo: '/tokens' });
    expect(screen.getByText('modal open')).toBeTruthy();
    act(() => void store.dispatch(authorized()));
    expect(screen.getByTestId('address').textContent).toBe('/tokens');
  });
  it('that is closed does not lead to the requested page', () => {
    open('/?m=login', { returnTo: '/tokens' });
    fireEvent.click(screen.getByRole('button', { name: 'close' }));
    expect(screen.getByTestId('address').textContent).toBe('/');
  });
  it('removes the reason of a failed sign-in from the address when it closes', () => {
    open('/welcome?m=login&socialError=cancelled');
    fireEvent.click(screen.getByRole('button', { name: 'close' }));
    expect(screen.getByTestId('address').textContent).toBe('/welcome');
  });
  it('takes 200 ms to close', () => {
    expect(MODAL_CLOSE_MS).toBe(200);
    open('/?m=login');
    fireEvent.click(screen.getByRole('button', { name: 'close' }));
    expect(screen.getByTestId('address').textContent).toBe('/');
    expect(screen.getByText('modal closing')).toBeTruthy();
    act(() => vi.advanceTimersByTime(MODAL_CLOSE_MS - 1));
    expect(screen.getByText('modal closing')).toBeTruthy();
    act(() => vi.advanceTimersByTime(1));
    expect(screen.queryByText(/modal/)).toBeNull();
    expect(screen.getByText('portal')).toBeTruthy();
  });
});

describe('the portal’s modals', () => {
  it.each([
    ['login', true, false],
    ['secondFactor', true, false],
    ['register', true, false],
    ['forgotPassword', true, false],
    ['confirmDelete', false, true],
    ['authCode', true, true],
  ])('%s: allowed when signed out: %s, when signed in: %s', (id, signedOutMay, signedInMay) => {
    expect(portalModals.get(id)?.isAllowed({ isAuthorized: false })).toBe(signedOutMay);
    expect(portalModals.get(id)?.isAllowed({ isAuthorized: true })).toBe(signedInMay);
  });
  it('are these six', () => {
    expect([...portalModals.keys()].toSorted()).toEqual(['authCode', 'confirmDelete', 'forgotPassword', 'login', 'register', 'secondFactor']);
  });
});

function Dialog({ isClosing, onClose }: PortalModalProps) {
  return (
    <>
      <p>{isClosing ? 'modal closing' : 'modal open'}</p>
      <button type="button" onClick={onClose}>
        close
      </button>
    </>
  );
}

function Address() {
  const { pathname, search } = usePlace();
  return <p data-testid="address">{`${pathname}${search}`}</p>;
}
