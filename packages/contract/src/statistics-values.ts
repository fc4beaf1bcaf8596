/** Statistics as plain values, for the browser's first load. */

export const STATISTICS_FORMATS = ['csv', 'pdf'] as const;
export type StatisticsFormat = (typeof STATISTICS_FORMATS)[number];

/** The files are below this path of the API base. */
export const STATISTICS_FILE_PATH = '/api/statistics/file/';
