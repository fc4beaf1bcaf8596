/** Downloads Lighthouse once into a folder from the package registry, without running its installation scripts, and measures one visit of a page. */
import { execFile } from 'node:child_process';
import { access, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const VERSION = '12.8.2';
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;

export interface Visit {
  /** Scores from 0 to 100, with the mobile profile. */
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  /** Milliseconds. */
  readonly firstPaint: number;
  readonly largestPaint: number;
  readonly blocking: number;
  readonly layoutShift: number;
  /** URLs of script and style. */
  readonly code: readonly string[];
}

/** @throws Error when the registry cannot be reached. */
export async function fetchLighthouse(folder: string): Promise<string> {
  const program = join(folder, 'node_modules', 'lighthouse', 'cli', 'index.js');
  const isThere = await access(program).then(
    () => true,
    () => false,
  );
  if (isThere) return program;
  await mkdir(folder, { recursive: true });
  await run('npm', ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', `lighthouse@${VERSION}`]);
  return program;
}

export async function visit(program: string, url: string, { folder, chromium }: { folder: string; chromium: string | undefined }): Promise<Visit> {
  const output = join(folder, 'lighthouse.json');
  const categories = CATEGORIES.join(',');
  const flags = ['--quiet', '--output=json', `--output-path=${output}`, `--only-categories=${categories}`];
  await run(process.execPath, [program, url, ...flags, '--chrome-flags=--headless=new --no-sandbox --disable-dev-shm-usage'], {
    env: { ...process.env, ...(chromium === undefined ? {} : { CHROME_PATH: chromium }) },
  });
  return toVisit(JSON.parse(await readFile(output, 'utf8')));
}

interface Report {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  readonly audits: Readonly<Record<string, { readonly numericValue?: number; readonly details?: { readonly items?: readonly Item[] } }>>;
}

interface Item {
  readonly resourceType?: string;
  readonly url?: string;
}

function toVisit({ categories, audits }: Report): Visit {
  const score = (name: (typeof CATEGORIES)[number]) => Math.round((categories[name]?.score ?? 0) * 100);
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  const requests = audits['network-requests']?.details?.items ?? [];
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    firstPaint: value('first-contentful-paint'),
    largestPaint: value('largest-contentful-paint'),
    blocking: value('total-blocking-time'),
    layoutShift: value('cumulative-layout-shift'),
    code: requests.flatMap(({ resourceType, url }) => (resourceType === 'Script' || resourceType === 'Stylesheet' ? (url ?? []) : [])),
  };
}
