import { defineConfig } from '@playwright/test';

/** What Playwright switches off by itself. Of several such lists Chromium heeds the last alone. */
const OFF_BY_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];
/** Suggestions below the address bar: pages of the browser's own in one more process for each window, half of what a window costs. */
const OFF_FOR_SPEED = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];

/** Flags for a closed network and for root in a container; none changes what a page may do. */
export const CHROMIUM_ARGS = [
  `--disable-features=${[...OFF_BY_PLAYWRIGHT, ...OFF_FOR_SPEED].join()}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // As a Chromium with a window draws letters by default.
  '--font-render-hinting=slight',
];

/** A journey that moves money, or ends without moving it, runs where there is PostgreSQL. All others run on the embedded database. */
const isOnPostgres = process.env.E2E_POSTGRES_URL !== undefined;
const elsewhere = process.env.E2E_MONEY === 'elsewhere' ? [/@money/] : [];
const executablePath = process.env.CHROMIUM_PATH;

export default defineConfig({
  testDir: './journeys',
  outputDir: '../test-results',
  snapshotPathTemplate: '../docs/evidence/screen-reader/{arg}{ext}',
  ...(isOnPostgres ? { grep: /@money/ } : {}),
  globalSetup: './support/global-setup.ts',
  // A journey waits for servers, phones and pages about as long as it works: two for each of two cores.
  workers: 4,
  fullyParallel: true,
  forbidOnly: true,
  // They end what hangs: on a busy machine a journey of seconds takes minutes, and no journey is about time.
  timeout: 1_800_000,
  expect: {
    timeout: 180_000,
    toHaveScreenshot: {
      pathTemplate: '../docs/evidence/looks/{arg}-{projectName}{ext}',
      // Room for letters that are drawn with another hinting. A line or a gap that moved is more than that.
      threshold: 0.4,
      maxDiffPixelRatio: 0.02,
    },
  },
  reporter: [['list'], ['json']],
  use: {
    locale: 'en-US',
    timezoneId: 'Europe/Tallinn',
    screenshot: 'only-on-failure',
    launchOptions: { args: CHROMIUM_ARGS, ...(executablePath === undefined ? {} : { executablePath }) },
  },
  projects: [
    { name: 'desktop', grepInvert: [/@phone/, ...elsewhere], use: { viewport: { width: 1280, height: 800 } } },
    {
      name: 'phone',
      grepInvert: [/@desktop/, ...elsewhere],
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    },
  ],
});
