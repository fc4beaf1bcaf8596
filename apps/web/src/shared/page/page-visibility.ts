/** Puts the test's page into the background and back, as a phone does when another app opens. */
import { vi } from 'vitest';

export function setPageVisibility(state: 'visible' | 'hidden'): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}
