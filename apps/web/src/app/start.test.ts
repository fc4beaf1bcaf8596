import { afterEach, describe, expect, it, vi } from 'vitest';
import { refuse } from '../shared/api/fake-server.ts';
import { recordedConfig } from '../shared/api/recorded-config.ts';
import { createI18n } from '../shared/i18n/catalogues.ts';
import { startPage } from './start.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  window.history.replaceState(null, '', '/');
});

describe('a developer’s session that has ended', () => {
  it('leads to #/logout while no portal is loaded', async () => {
    vi.stubGlobal('fetch', async () => refuse(401, 'NOT_SIGNED_IN', 'Log in.'));
    const { extra } = startPage(recordedConfig, createI18n());
    await expect(extra.api.nothing({ path: '/tpp' })).rejects.toThrow('Log in.');
    expect(window.location.hash).toBe('#/logout');
  });
});
