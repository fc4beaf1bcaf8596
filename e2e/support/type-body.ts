/** Types the body of an operation as a person does: `fill` goes past the editor, through a command of the browser that carries colours along. */
import type { Page } from '@playwright/test';

export async function typeBody(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Body' }).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}
