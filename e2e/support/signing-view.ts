/** A signing page in any language, from the arrival to the way back. */
import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { SITE } from '@portico/testkit';
import type { Played } from './flow-states.ts';
import { type Flow, KINDS } from './flows.ts';
import type { Asked } from './sandbox.ts';
import { type SigningText, textIn } from './texts.ts';

export interface SigningView {
  text(key: SigningText, values?: Readonly<Record<string, string>>): string;
  heading(key: SigningText): Locator;
  button(key: SigningText): Locator;
  readonly sign: Locator;
  /** 'Cancel', 'Go back': what refuses. */
  readonly refuse: Locator;
  /** Opens the address and waits until the page can be signed; `atQuestion` looks at the question of a cancellation on the way. */
  arrive(asked: Asked, atQuestion?: () => Promise<void>): Promise<void>;
  /** Answers the question, if the flow has one, and waits until the page can be signed. */
  goOn(atQuestion?: () => Promise<void>): Promise<void>;
  expectDone(): Promise<void>;
  expectTerminated(): Promise<void>;
  expectSiteReached(path: 'signed' | 'refused'): Promise<void>;
}

/** For journeys in which country and language do not matter. */
export const IN_ESTONIA = { country: 'ee', locale: 'en' } as const;

export function viewSigning(page: Page, flow: Flow, { country, locale }: Pick<Played, 'country' | 'locale'>): SigningView {
  const { texts } = KINDS[flow];
  const text = (key: SigningText, values?: Readonly<Record<string, string>>) => textIn(locale, key, values);
  const heading = (key: SigningText) => page.getByRole('heading', { name: text(key), exact: true });
  const button = (key: SigningText) => page.getByRole('button', { name: text(key), exact: true });
  const method = text('signing.method.smartId');
  const isConfirmed = flow === 'consent' && country !== 'ee';
  const sign = page.getByRole('button', { name: text(isConfirmed ? 'consent.confirm' : 'signing.signWith', { method }), exact: true });

  async function goOn(atQuestion: () => Promise<void> = async () => undefined): Promise<void> {
    if (texts.question !== undefined) {
      await expect(heading(texts.question)).toBeVisible();
      await atQuestion();
      await press(button('signing.yes'));
    }
    await expect(sign).toBeEnabled();
  }

  return {
    text,
    heading,
    button,
    sign,
    refuse: button(texts.refuse),
    async arrive(asked, atQuestion) {
      await page.goto(asked.address);
      await goOn(atQuestion);
    },
    goOn,
    async expectDone() {
      await expect(page.getByText(text(texts.done), { exact: true }).first()).toBeVisible();
    },
    async expectTerminated() {
      await expect(page.getByText(text('signing.terminated.title'), { exact: true })).toBeVisible();
    },
    async expectSiteReached(path) {
      await page.waitForURL(`${SITE}/${path}?order=1`);
      await expect(page.getByRole('heading', { name: 'The provider’s site' })).toBeVisible();
    },
  };
}

/** A button that signs or refuses takes its first press half a second after it appeared. */
export async function press(button: Locator): Promise<void> {
  await expect(button).not.toHaveAttribute('aria-disabled', 'true');
  await button.click();
}

/** The provider's site answers from here: where the browser is sent is seen by its address. */
export async function playSite(context: BrowserContext): Promise<void> {
  const body = '<!doctype html><html lang="en"><title>Site</title><h1>The provider’s site</h1></html>';
  await context.route(`${SITE}/**`, (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body }));
}
