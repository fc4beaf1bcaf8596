/** `GET {api}/api/statistics…`: public and the same for every caller. HTTP only. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { StatisticsList, StatisticsQuarter, StatisticsReport } from '@portico/contract';
import { STATISTICS_FILE_PATH } from '@portico/contract/values';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { UiRefusal } from '#platform/http/refusal.ts';
import type { Platform } from '#platform/platform.ts';
import type { CountingDeps } from './count-due-days.ts';
import type { DrawReport } from './draw-report.ts';
import { listQuarters } from './list-quarters.ts';
import { listReports } from './list-reports.ts';
import { type Quarter, readPeriod } from './quarter.ts';
import { readQuarter } from './read-quarter.ts';
import { fileNameOf, type NamedReport, readReportId } from './report-id.ts';
import { writeCsvReport } from './write-csv-report.ts';

const PREFIX = '/api/api/statistics';
const TYPES = { csv: 'text/csv; charset=utf-8', pdf: 'application/pdf' } as const;
/** The figures of the running quarter change. */
const CACHING = 'no-cache';

const ReportParams = Type.Object({ reportId: Type.String() });

/** What was counted changes once in minutes, so it is read with `readStale`. */
export function registerStatisticsRoutes(
  app: FastifyInstance,
  { config, readStale }: Pick<Platform, 'config' | 'readStale'>,
  days: Pick<CountingDeps, 'clock' | 'timeZone'>,
  drawReport: DrawReport,
): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  async function requireReport(reportId: string): Promise<NamedReport> {
    const report = readReportId(reportId);
    if (report === undefined || !(await isOffered(report.quarter)))
      throw new UiRefusal(404, 'NOT_FOUND', 'There is no such report. The list of statistics names those there are.');
    return report;
  }

  const isOffered = async ({ period }: Quarter) =>
    (await readStale((reader) => listQuarters(reader, days))).some((quarter) => quarter.period === period);

  routes.get(PREFIX, { schema: { response: { 200: StatisticsList } } }, async (_request, reply) => {
    reply.header('cache-control', CACHING);
    return readStale((reader) => listReports(reader, days));
  });

  routes.get(`${PREFIX}/report/:reportId`, { schema: { params: ReportParams, response: { 200: StatisticsReport } } }, async (request, reply) => {
    const { reportId } = request.params;
    const report = await requireReport(reportId);
    reply.header('cache-control', CACHING);
    return { fileName: fileNameOf(report), url: `${config.apiBase}${STATISTICS_FILE_PATH}${reportId}` };
  });

  routes.get(`${PREFIX}/file/:reportId`, { schema: { params: ReportParams } }, async (request, reply) => {
    const report = await requireReport(request.params.reportId);
    const quarter = await readStale((reader) => readQuarter(reader, report.quarter, days));
    const write = { csv: writeCsvReport, pdf: drawReport }[report.format];
    return reply
      .type(TYPES[report.format])
      .header('cache-control', CACHING)
      .header('content-disposition', `attachment; filename="${fileNameOf(report)}"`)
      .send(await write(quarter, config.bankLegalName));
  });

  routes.get(
    `${PREFIX}/quarter/:period`,
    { schema: { params: Type.Object({ period: Type.String() }), response: { 200: StatisticsQuarter } } },
    async (request, reply) => {
      const quarter = readPeriod(request.params.period);
      if (quarter === undefined || !(await isOffered(quarter)))
        throw new UiRefusal(404, 'NOT_FOUND', 'There are no statistics of such a quarter. The list of statistics names those there are.');
      reply.header('cache-control', CACHING);
      return readStale((reader) => readQuarter(reader, quarter, days));
    },
  );
}
