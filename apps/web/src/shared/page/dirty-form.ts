/** Tracks unsaved input in a form at this address, so that automatic redirects do not discard it. */
import { watchAddress } from './watch-address.ts';

let isDirty = false;

export const isFormDirty = (): boolean => isDirty;

/** Call once per page. Navigating to another address resets the state. */
export function watchForms(): void {
  document.addEventListener('input', ({ target }) => {
    if (target instanceof Element && target.closest('form') !== null) isDirty = true;
  });
  watchAddress(() => {
    isDirty = false;
  });
}
