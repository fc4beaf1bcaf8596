/** Many pictures on one sheet, scaled down and compressed by the browser itself. */
import type { Browser } from '@playwright/test';

export interface Shot {
  readonly state: string;
  /** E.g. `320 light`. */
  readonly label: string;
  /** CSS pixels. */
  readonly width: number;
  /** JPEG. */
  readonly picture: Buffer;
}

const WEBP_QUALITY = 32;
const SHEET_PX = 1500;

/** @param scale of the pictures; the words beside them stay readable. */
export async function makeSheet(browser: Browser, shots: readonly Shot[], scale: number): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: SHEET_PX, height: 600 } });
  try {
    const states = [...new Set(shots.map(({ state }) => state))];
    await page.setContent(`<!doctype html><style>${STYLE}</style>${states.map((state) => rowOf(shots, state, scale)).join('')}`);
    await page.waitForFunction(() => Array.from(document.images).every((image) => image.complete));
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    const protocol = await page.context().newCDPSession(page);
    await protocol.send('Emulation.setDeviceMetricsOverride', { width: SHEET_PX, height, deviceScaleFactor: 1, mobile: false });
    const { data } = await protocol.send('Page.captureScreenshot', { format: 'webp', quality: WEBP_QUALITY });
    return Buffer.from(data, 'base64');
  } finally {
    await page.close();
  }
}

const STYLE = `
body { margin: 8px; display: flex; flex-wrap: wrap; gap: 8px 20px; font: 600 11px/16px sans-serif; color: #222; background: #fff }
section { display: grid; gap: 2px }
div { display: flex; gap: 4px; align-items: start }
figure { margin: 0 }
img { display: block; border: 1px solid #bbb }
figcaption { font-weight: 400; font-size: 9px; line-height: 12px; color: #555 }`;

function rowOf(shots: readonly Shot[], state: string, scale: number): string {
  const figures = shots
    .filter((shot) => shot.state === state)
    .map(
      ({ label, width, picture }) =>
        `<figure><img width="${Math.round(width * scale)}" src="data:image/jpeg;base64,${picture.toString('base64')}"><figcaption>${label}</figcaption></figure>`,
    );
  return `<section>${state}<div>${figures.join('')}</div></section>`;
}
