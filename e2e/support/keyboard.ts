/** What a person without a pointer does and needs: the next stop, that it can be seen, and that nothing lies over it. */
import { expect, type Locator, type Page } from '@playwright/test';

const TAB_STOPS_MAX = 60;

export interface Stop {
  /** Tag and text or label, e.g. `button Cancel`. */
  readonly name: string;
  /** WCAG 2.4.7: an outline that is there. */
  readonly isVisible: boolean;
  /** WCAG 2.4.11: hidden by something that floats above it. */
  readonly isObscured: boolean;
}

/** Tabs until the element has the focus, as a person without a pointer would; answers every stop on the way. */
export async function tabTo(page: Page, wanted: Locator): Promise<readonly Stop[]> {
  const stops: Stop[] = [];
  while (stops.length < TAB_STOPS_MAX) {
    if (await isFocused(wanted)) return stops;
    await page.keyboard.press('Tab');
    stops.push(await describeStop(page));
  }
  throw new Error(`${wanted} was not reached: ${stops.map(({ name }) => name).join(', ')}`);
}

/** Tabs to it and presses Enter, once it takes a press. */
export async function choose(page: Page, wanted: Locator): Promise<readonly Stop[]> {
  const stops = await tabTo(page, wanted);
  await expect(wanted).not.toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Enter');
  return stops;
}

export function expectGoodStops(stops: readonly Stop[]): void {
  expect(stops.filter(({ isVisible }) => !isVisible).map(({ name }) => `not seen: ${name}`)).toEqual([]);
  expect(stops.filter(({ isObscured }) => isObscured).map(({ name }) => `hidden: ${name}`)).toEqual([]);
}

const isFocused = (wanted: Locator): Promise<boolean> => wanted.evaluate((element) => element === document.activeElement);

function describeStop(page: Page): Promise<Stop> {
  return page.evaluate(async () => {
    // Scrolling to it ends before the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const element = document.activeElement;
    if (element === null || element === document.body) return { name: 'the page', isVisible: true, isObscured: false };
    const name = `${element.tagName.toLowerCase()} ${element.getAttribute('aria-label') ?? (element.textContent ?? '').trim().slice(0, 50)}`;
    // A radio or box is drawn by what stands around it.
    const drawn = [element, element.parentElement, element.nextElementSibling].flatMap((each) => (each === null ? [] : [getComputedStyle(each)]));
    const isVisible = drawn.some(({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1);
    const { left, top, width, height } = element.getBoundingClientRect();
    const points = [0.25, 0.5, 0.75].map((part) => [left + width * part, top + height * part] as const);
    const isObscured = points.every(([x, y]) => {
      const above = document.elementFromPoint(x, y);
      return above === null || !(above === element || element.contains(above) || above.contains(element));
    });
    return { name, isVisible, isObscured };
  });
}
