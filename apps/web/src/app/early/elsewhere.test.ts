import { afterEach, describe, expect, it, vi } from 'vitest';
import { hasFirstSight } from '../../shared/early/first-sight.ts';

afterEach(() => {
  vi.resetModules();
  delete document.documentElement.dataset.elsewhere;
  document.body.replaceChildren();
  window.history.replaceState(null, '', '/');
});

async function isSeenAt(address: string): Promise<boolean> {
  window.history.replaceState(null, '', address);
  await import('./elsewhere.ts');
  const root = document.createElement('div');
  root.id = 'root';
  root.append('Landing page');
  document.body.append(root);
  const isSeen = hasFirstSight();
  expect(root.textContent).toBe(isSeen ? 'Landing page' : '');
  expect(hasFirstSight()).toBe(isSeen);
  expect(document.documentElement.dataset).not.toHaveProperty('elsewhere');
  return isSeen;
}

describe('the landing page that the server has drawn', () => {
  it.each(['/', '/#', '/#/', '/#/?m=login', '/#?m=register', '/#/?x=1'])('is seen at %s', async (address) => {
    expect(await isSeenAt(address)).toBe(true);
  });
  it.each([
    '/#/welcome',
    '/#/welcome?m=login',
    '/#/maintenance?lang=et',
    '/#/?m=signingPayment',
    '/#/?x=1&m=cancellingFuturePayment',
    '/#?m=signingConsent',
    '/#//',
    '/#/nowhere',
    '/#main',
  ])('is taken away unseen at %s', async (address) => {
    expect(await isSeenAt(address)).toBe(false);
  });
  it('is not where the server has drawn nothing', async () => {
    await import('./elsewhere.ts');
    expect(hasFirstSight()).toBe(false);
  });
});
