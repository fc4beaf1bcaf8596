import { defineConfig } from '@playwright/test';

/** Flags for a closed network and for root in a container; none changes what a page may do. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const executablePath = process.env.CHROMIUM_PATH;

export default defineConfig({
  testDir: './journeys',
  outputDir: '../test-results',
  // Set for the second database: only the journeys that move money or end without moving it.
  ...(process.env.E2E_POSTGRES_URL === undefined ? {} : { grep: /@money/ }),
  globalSetup: './support/global-setup.ts',
  // A journey mostly waits for the customer's device, so more of them than cores run well.
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json']],
  use: {
    locale: 'en-US',
    timezoneId: 'Europe/Tallinn',
    screenshot: 'only-on-failure',
    launchOptions: { args: CHROMIUM_ARGS, ...(executablePath === undefined ? {} : { executablePath }) },
  },
  projects: [
    { name: 'desktop', grepInvert: /@phone/, use: { viewport: { width: 1280, height: 800 } } },
    { name: 'phone', grepInvert: /@desktop/, use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } },
  ],
});
