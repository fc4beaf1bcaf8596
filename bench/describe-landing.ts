/** Describes the results for the landing page, as text and a table, and checks them against the budget. */
import type { LandingCost } from './measure-landing.ts';

export interface LandingBudget {
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  readonly largestPaintMs: number;
  readonly kilobytes: number;
}

export function describeLanding(seen: LandingCost, rounds: number): string {
  return `## The first visit of the landing page

Lighthouse 12.8.2, mobile profile: a slow line and a slow telephone, both simulated from what it saw; median of ${rounds}. Bytes are bodies of
script and style as compressed on the wire.

| performance | accessibility | best practices | first paint | largest paint | blocked | layout shift | script + style |
|---|---|---|---|---|---|---|---|
| ${seen.performance} | ${seen.accessibility} | ${seen.bestPractices} | ${seconds(seen.firstPaint)} | ${seconds(seen.largestPaint)} | ${seen.blocking.toFixed(0)} ms | ${seen.layoutShift.toFixed(3)} | ${(seen.codeBytes / 1000).toFixed(1)} kB |
`;
}

/** One sentence for each exceeded budget. */
export function brokenLanding(seen: LandingCost, budget: LandingBudget): readonly string[] {
  const least = (['performance', 'accessibility', 'bestPractices'] as const).flatMap((name) =>
    seen[name] < budget[name] ? [`The landing page reaches ${seen[name]} of 100 in ${name}, of ${budget[name]} wanted.`] : [],
  );
  const paint = seen.largestPaint > budget.largestPaintMs ? [`The largest paint of the landing page comes after ${seconds(seen.largestPaint)}.`] : [];
  const kilobytes = seen.codeBytes / 1000;
  const weight = kilobytes > budget.kilobytes ? [`The landing page costs ${kilobytes.toFixed(1)} kB of script and style.`] : [];
  return [...least, ...paint, ...weight];
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}
