/** Whether somebody has begun to fill in a form at this address: what they wrote is not taken from them by a page that goes elsewhere by itself. */
import { watchAddress } from './watch-address.ts';

let isDirty = false;

export const isFormDirty = (): boolean => isDirty;

/** Called once for each page. Who goes on to another address has left the form. */
export function watchForms(): void {
  document.addEventListener('input', ({ target }) => {
    if (target instanceof Element && target.closest('form') !== null) isDirty = true;
  });
  watchAddress(() => {
    isDirty = false;
  });
}
