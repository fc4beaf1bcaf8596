import { MODAL_CLOSE_MS } from '@portico/contract/values';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { recordedConfig } from '../shared/api/recorded-config.ts';
import { lazyComponent } from '../shared/page/lazy-component.tsx';
import type { PortalModalProps } from '../shared/portal/modal-props.ts';
import { goTo } from '../shared/portal/router/place.ts';
import { address, openPart, settle } from '../shared/portal/testing/open-part.tsx';
import { MissingDialog } from './missing-dialog.tsx';
import { ModalHost } from './modal-host.tsx';

afterEach(cleanup);

describe('a dialog that cannot be loaded', () => {
  const loads: (() => Promise<never>)[] = [];
  const Dialog = lazyComponent<PortalModalProps>(
    async () => {
      const load = loads.shift();
      if (load !== undefined) await load();
      return () => <p>dialog</p>;
    },
    undefined,
    MissingDialog,
  );
  const registry = new Map([['login', { isAllowed: () => true, Component: Dialog }]]);

  it('is removed from the address, shows one toast, and loads when it is opened again', async () => {
    loads.push(() => Promise.reject(new Error('offline')));
    const { toasts } = openPart(<ModalHost registry={registry} config={recordedConfig} portal={<input aria-label="typed" defaultValue="kept" />} />, {
      at: '/tokens?m=login&x=1',
    });
    await settle();
    expect(address()).toBe('/tokens?x=1');
    expect(toasts.list().map(({ text }) => text)).toEqual(['This could not be opened. Check your connection, then try again.']);
    expect(screen.getByLabelText<HTMLInputElement>('typed').value).toBe('kept');
    // Its way out.
    await act(() => new Promise((resolve) => setTimeout(resolve, MODAL_CLOSE_MS + 20)));
    await act(async () => goTo('/tokens?m=login'));
    await settle();
    expect(screen.getByText('dialog')).toBeTruthy();
  });
});
