import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { useCustomerPage } from './root.tsx';

const pages = new Map([['signingPayment', () => <p>signing page</p>]]);

function Root() {
  const CustomerPage = useCustomerPage(pages);
  return CustomerPage === undefined ? <p>portal</p> : <CustomerPage />;
}

afterEach(() => {
  cleanup();
  window.history.replaceState(null, '', '/');
});

function open(address: string): void {
  window.history.replaceState(null, '', address);
  render(<Root />);
}

describe('an address', () => {
  it('with m of a customer’s page opens that page without the portal', () => {
    open('/#/?m=signingPayment');
    expect(screen.getByText('signing page')).toBeTruthy();
    expect(screen.queryByText('portal')).toBeNull();
  });
  it.each(['/', '/#/', '/#/welcome', '/#/?m=login', '/#/?m=toString', '/#/?x=signingPayment', '/?m=signingPayment'])(
    'like %s opens the portal',
    (address) => {
      open(address);
      expect(screen.getByText('portal')).toBeTruthy();
    },
  );
  it('is followed when it changes in the open page', () => {
    open('/#/?m=signingPayment');
    act(() => {
      window.history.replaceState(null, '', '/#/welcome');
      window.dispatchEvent(new PopStateEvent('popstate'));
    });
    expect(screen.getByText('portal')).toBeTruthy();
    act(() => {
      window.history.replaceState(null, '', '/#/?m=signingPayment');
      window.dispatchEvent(new HashChangeEvent('hashchange'));
    });
    expect(screen.getByText('signing page')).toBeTruthy();
  });
});
