import { afterEach, expect, it } from 'vitest';
import { focusBehindDialog } from './focus-behind-dialog.ts';

afterEach(() => document.body.replaceChildren());

function addHeading(): HTMLElement {
  const heading = document.body.appendChild(document.createElement('h1'));
  heading.tabIndex = -1;
  return heading;
}

it('focuses at once where no dialog is open', () => {
  const heading = addHeading();
  focusBehindDialog(heading);
  expect(document.activeElement).toBe(heading);
});

it('waits for a dialog that gives the focus back when it closes', () => {
  const heading = addHeading();
  const dialog = document.body.appendChild(document.createElement('dialog'));
  dialog.showModal();
  focusBehindDialog(heading);
  expect(document.activeElement).not.toBe(heading);
  dialog.close();
  dialog.dispatchEvent(new Event('close'));
  expect(document.activeElement).toBe(heading);
});
