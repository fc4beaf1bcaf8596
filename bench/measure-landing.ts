/** Measures the first visit of the landing page with Lighthouse's mobile profile: a slow network and a slow phone, both simulated. */
import { join } from 'node:path';
import { startServers } from '../e2e/support/servers.ts';
import { fetchLighthouse, type Visit, visit } from './landing/lighthouse.ts';
import { percentile } from './statistics.ts';

export interface LandingCost extends Omit<Visit, 'code'> {
  /** Size of the compressed bodies of script and style. */
  readonly codeBytes: number;
}

/** The median of each figure. @throws Error when Lighthouse cannot be downloaded */
export async function measureLanding(folder: string, rounds: number): Promise<LandingCost> {
  const program = await fetchLighthouse(join(folder, 'lighthouse'));
  const servers = await startServers({});
  try {
    const visits: Visit[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const seen = await visit(program, `${servers.portalUrl}/`, { folder, chromium: process.env.CHROMIUM_PATH });
      console.log(`  landing page, round ${round + 1}: performance ${seen.performance}, largest paint after ${seen.largestPaint.toFixed(0)} ms`);
      visits.push(seen);
    }
    const median = (pick: (one: Visit) => number) => percentile(visits.map(pick), 0.5);
    return {
      performance: median((one) => one.performance),
      accessibility: median((one) => one.accessibility),
      bestPractices: median((one) => one.bestPractices),
      firstPaint: median((one) => one.firstPaint),
      largestPaint: median((one) => one.largestPaint),
      blocking: median((one) => one.blocking),
      layoutShift: median((one) => one.layoutShift),
      codeBytes: await compressedBytes(visits.at(-1)?.code ?? []),
    };
  } finally {
    await servers.stop();
  }
}

/** Size of the bodies only, as a browser gets them. Lighthouse includes the headers. */
async function compressedBytes(urls: readonly string[]): Promise<number> {
  const lengths = urls.map(async (url) => Number((await fetch(url, { headers: { 'accept-encoding': 'br' } })).headers.get('content-length')));
  return (await Promise.all(lengths)).reduce((sum, length) => sum + length, 0);
}
