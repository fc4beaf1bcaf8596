/** Focuses a part of the page; as long as a dialog is on its way out, nothing behind it takes the focus. */
export function focusBehindDialog(target: HTMLElement): void {
  const focus = () => target.focus({ preventScroll: true });
  const dialog = document.querySelector('dialog[open]');
  if (dialog === null) focus();
  else dialog.addEventListener('close', focus, { once: true });
}
