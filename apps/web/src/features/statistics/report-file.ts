/** The expected location of a report: below the API base, in the folder of reports. Another address in the response is not followed. */
import type { StatisticsReport } from '@portico/contract';
import { STATISTICS_FILE_PATH } from '@portico/contract/values';

const FILE_ID = /^[a-z0-9-]{1,64}$/;
const FILE_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,80}\.(?:csv|pdf)$/;

export interface ReportFile {
  /** Path below the API base, rebuilt from validated parts. */
  readonly path: string;
  readonly fileName: string;
}

/** Undefined when address or name are not as expected. */
export function reportFile({ url, fileName }: StatisticsReport, apiBase: string): ReportFile | undefined {
  const base = new URL(apiBase, document.baseURI);
  const given = URL.parse(url, base);
  const folder = `${base.pathname.replace(/\/$/, '')}${STATISTICS_FILE_PATH}`;
  if (given === null || given.origin !== base.origin || given.username !== '' || given.password !== '') return undefined;
  if (!given.pathname.startsWith(folder) || given.search !== '' || given.hash !== '') return undefined;
  const fileId = given.pathname.slice(folder.length);
  return FILE_ID.test(fileId) && FILE_NAME.test(fileName) ? { path: `${STATISTICS_FILE_PATH}${fileId}`, fileName } : undefined;
}
