/** Describes the results for statistics, as text and a table. */
import type { StatisticsCost } from './measure-statistics.ts';
import type { Spread } from './statistics.ts';

export function describeStatistics(costs: readonly StatisticsCost[], settings: string): string {
  return `## Statistics on PostgreSQL

A finished quarter of measured lines, spread evenly over its days. Counting is \`portico report\`: every day of it anew, with the start of the
command; the server counts a day when it ends. The files and the figures of the page are read from what was counted. ${settings}

| measured lines | filled in | counting the quarter | CSV, median (max) | PDF | the first PDF | figures of the page |
|---|---|---|---|---|---|---|
${costs
  .map(
    ({ lines, prefillSeconds, countSeconds, csv, pdf, firstPdf, page }) =>
      `| ${lines} | ${prefillSeconds.toFixed(0)} s | ${countSeconds.toFixed(1)} s | ${milliseconds(csv)} | ${milliseconds(pdf)} | ${firstPdf.toFixed(0)} ms | ${milliseconds(page)} |`,
  )
  .join('\n')}
`;
}

/** One sentence for each report and page that takes longer than its budget. */
export function brokenStatistics(
  costs: readonly StatisticsCost[],
  most: { readonly statisticsReportSecondsMax: number; readonly statisticsPageMillisecondsMax: number },
): readonly string[] {
  return costs.flatMap(({ lines, csv, pdf, page }) => {
    const seconds = Math.max(csv.max, pdf.max) / 1000;
    return [
      ...(seconds <= most.statisticsReportSecondsMax ? [] : [`A report over ${lines} lines takes ${seconds.toFixed(1)} s.`]),
      ...(page.median <= most.statisticsPageMillisecondsMax ? [] : [`The statistics page over ${lines} lines takes ${page.median.toFixed(0)} ms.`]),
    ];
  });
}

function milliseconds({ median, max }: Spread): string {
  return `${median.toFixed(0)} (${max.toFixed(0)}) ms`;
}
