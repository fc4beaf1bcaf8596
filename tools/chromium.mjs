/** Finds a Chromium for the browser journeys, or installs one. In this order: CHROMIUM_PATH, the system's, Playwright's, Debian's package. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root, run, step } from './runtime.mjs';

/** The headless shell renders the same pages without a browser window; journeys then use a fifth less processor time. */
const SYSTEM_NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

const DEBIAN_NAMES = ['chromium-headless-shell', 'chromium'];

/** Returns the path of a Chromium, or undefined when there is none and none could be installed. */
export async function ensureChromium(runtime) {
  return process.env.CHROMIUM_PATH ?? findOnPath() ?? findPlaywrights(runtime) ?? (await installDebian()) ?? (await installPlaywrights(runtime));
}

/** The browser with its version: `/usr/bin/chromium (Chromium 142.0.7444.134)`; the path only where it reports none. */
export function describeChromium(path) {
  try {
    return `${path} (${execFileSync(path, ['--version'], { encoding: 'utf8', timeout: 30_000, stdio: ['ignore', 'pipe', 'ignore'] }).trim()})`;
  } catch {
    return path;
  }
}

function findOnPath() {
  for (const folder of (process.env.PATH ?? '').split(':')) {
    const name = SYSTEM_NAMES.find((candidate) => existsSync(join(folder, candidate)));
    if (name !== undefined) return join(folder, name);
  }
  return undefined;
}

function findPlaywrights(runtime) {
  const script = "import('@playwright/test').then(({ chromium }) => process.stdout.write(chromium.executablePath()))";
  const path = execFileSync(runtime, ['--eval', script], { cwd: root, encoding: 'utf8' });
  return existsSync(path) ? path : undefined;
}

async function installDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  await step('Installing Chromium from the distribution', () => {
    run('apt-get', ['-qq', 'update']);
    const known = DEBIAN_NAMES.find((name) => execFileSync('apt-cache', ['search', '--names-only', `^${name}$`], { encoding: 'utf8' }) !== '');
    run('apt-get', ['-qq', '-y', '--no-install-recommends', 'install', known ?? 'chromium', 'fonts-liberation'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  });
  return findOnPath();
}

async function installPlaywrights(runtime) {
  await step('Downloading a Chromium', () => run(runtime, [join(root, 'node_modules/@playwright/test/cli.js'), 'install', 'chromium']));
  return findPlaywrights(runtime);
}
