/**
 * The page contains the prerendered landing page (decision 0028). The fragment never reaches the server, so the same page opens at every other
 * address of the portal. `app/early/begin.ts` reads the fragment before the first paint.
 */
import { firstScript } from './first-script.ts';

const ROOT = 'root';

/** Returns whether the landing page is shown; removes it at another address. */
export function isPrerendered(page: Document = document): boolean {
  const root = page.getElementById(ROOT);
  if (root === null || !('elsewhere' in page.documentElement.dataset)) return root?.hasChildNodes() === true;
  root.replaceChildren();
  delete page.documentElement.dataset.elsewhere;
  return false;
}

/** Resolves when the page is parsed. A script may run earlier, when only half of the prerendered page has arrived. */
export function waitUntilParsed(page: Document = document): Promise<void> {
  return new Promise((resolve) => {
    if (page.readyState === 'loading') page.addEventListener('readystatechange', () => resolve(), { once: true });
    else resolve();
  });
}

/** Resolves after the next paint, or at once in a hidden page. */
export function waitUntilPainted(): Promise<void> {
  return new Promise((resolve) => {
    if (document.visibilityState === 'hidden') resolve();
    // The browser paints after the frame's callback.
    else requestAnimationFrame(() => setTimeout(resolve));
  });
}

/** Records a click, or the keyboard shortcut of a button, before the page has listeners; {@link replayClick} repeats it afterwards. */
export function recordClick(): void {
  let pressed: HTMLButtonElement | undefined;
  /** Menus open without a script, so their buttons are left out. */
  const remember = ({ target }: Event) => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (button !== null && !button.hasAttribute('popovertarget')) pressed = button;
  };
  const rememberKeys = (event: KeyboardEvent) => {
    pressed = buttonOfKeys(event) ?? pressed;
  };
  document.addEventListener('click', remember, true);
  document.addEventListener('keydown', rememberKeys, true);
  firstScript().takeClick = () => {
    document.removeEventListener('click', remember, true);
    document.removeEventListener('keydown', rememberKeys, true);
    return pressed;
  };
}

export function replayClick(): void {
  const { takeClick } = firstScript();
  firstScript().takeClick = undefined;
  takeClick?.()?.click();
}

/** Returns the button that names these keys in `aria-keyshortcuts`, and stops the browser from using them. */
function buttonOfKeys(event: KeyboardEvent): HTMLButtonElement | undefined {
  if (event.ctrlKey === event.metaKey || event.altKey || event.shiftKey) return undefined;
  const keys = `${event.ctrlKey ? 'Control' : 'Meta'}+${event.key.toUpperCase()}`;
  const named = Array.from(document.querySelectorAll<HTMLButtonElement>('button[aria-keyshortcuts]'));
  const button = named.find((one) => one.getAttribute('aria-keyshortcuts')?.split(' ').includes(keys));
  if (button !== undefined) event.preventDefault();
  return button;
}
