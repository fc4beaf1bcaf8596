/**
 * The server has drawn the landing page into the page (decision 0028), which is also what opens at every other address of the portal: the
 * fragment never reaches the server. `app/early/begin.ts` has looked at it before anything was painted.
 */
import { firstScript } from './first-script.ts';

const ROOT = 'root';

/** Whether the landing page is seen already; what is not to be seen is taken away. */
export function isPrerendered(page: Document = document): boolean {
  const root = page.getElementById(ROOT);
  if (root === null || !('elsewhere' in page.documentElement.dataset)) return root?.hasChildNodes() === true;
  root.replaceChildren();
  delete page.documentElement.dataset.elsewhere;
  return false;
}

/** Resolves when the whole page has come. A script that waits for nothing may run when half of what the server has drawn stands in it. */
export function waitUntilParsed(page: Document = document): Promise<void> {
  return new Promise((resolve) => {
    if (page.readyState === 'loading') page.addEventListener('readystatechange', () => resolve(), { once: true });
    else resolve();
  });
}

/** Resolves when what stands in the page has been painted, at once where nobody looks at it. */
export function waitUntilPainted(): Promise<void> {
  return new Promise((resolve) => {
    if (document.visibilityState === 'hidden') resolve();
    // The paint follows the frame.
    else requestAnimationFrame(() => setTimeout(resolve));
  });
}

/** A button that is pressed, or whose keys are, before anything listens to it is pressed again when something does: {@link replayClick}. */
export function recordClick(): void {
  let pressed: HTMLButtonElement | undefined;
  /** Menus open without a script. */
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

/** The button that names these keys in `aria-keyshortcuts`; the browser would take them for itself. */
function buttonOfKeys(event: KeyboardEvent): HTMLButtonElement | undefined {
  if (event.ctrlKey === event.metaKey || event.altKey || event.shiftKey) return undefined;
  const keys = `${event.ctrlKey ? 'Control' : 'Meta'}+${event.key.toUpperCase()}`;
  const named = Array.from(document.querySelectorAll<HTMLButtonElement>('button[aria-keyshortcuts]'));
  const button = named.find((one) => one.getAttribute('aria-keyshortcuts')?.split(' ').includes(keys));
  if (button !== undefined) event.preventDefault();
  return button;
}
