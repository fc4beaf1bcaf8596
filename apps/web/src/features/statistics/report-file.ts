/** Where a report may lie: below the API base, in the one folder of reports. An answer that leads anywhere else is not followed. */
import type { StatisticsReport } from '@portico/contract';
import { STATISTICS_FILE_PATH } from '@portico/contract/values';

const FILE_ID = /^[a-z0-9-]{1,64}$/;
const FILE_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,80}\.(?:csv|pdf)$/;

export interface ReportFile {
  /** Below the API base, made anew of what was checked. */
  readonly path: string;
  readonly fileName: string;
}

/** Undefined: the address or the name is none of ours. */
export function reportFile({ url, fileName }: StatisticsReport, apiBase: string): ReportFile | undefined {
  const base = new URL(apiBase, document.baseURI);
  const given = URL.parse(url, base);
  const folder = `${base.pathname.replace(/\/$/, '')}${STATISTICS_FILE_PATH}`;
  if (given === null || given.origin !== base.origin || given.username !== '' || given.password !== '') return undefined;
  if (!given.pathname.startsWith(folder) || given.search !== '' || given.hash !== '') return undefined;
  const fileId = given.pathname.slice(folder.length);
  return FILE_ID.test(fileId) && FILE_NAME.test(fileName) ? { path: `${STATISTICS_FILE_PATH}${fileId}`, fileName } : undefined;
}
