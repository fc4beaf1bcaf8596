/** Sending a payroll as a file. What follows its preview is the same for every instruction. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bankToday, pageOf } from '../instructions/instruction.ts';
import { keepInstruction } from '../instructions/instruction-routes.ts';
import { type InstructionDeps, isCrossSite } from '../instructions/instruction-visit.ts';
import { formOf, sendPage } from '../page-answers.ts';
import { knowBrowser } from '../sign-in-visits.ts';
import { firstPayroll, type PayrollForm, readPayrollForm } from './payroll.ts';
import { SAMPLE_FILE } from './payroll-file.ts';
import { payrollPage } from './payroll-page.ts';
import { acceptUploads, UPLOAD_BYTES_MAX } from './upload.ts';

const TOO_LARGE = `The file is larger than ${UPLOAD_BYTES_MAX / 1024} kB: more than one payroll can hold. Divide it, or send it without further columns.`;

export function registerPayrollRoutes(app: FastifyInstance, deps: InstructionDeps): void {
  const show = (request: FastifyRequest, reply: FastifyReply, form: PayrollForm, status = 200) =>
    sendPage(reply, status, payrollPage(form, deps.instructions.listOf(knowBrowser(request, reply), 'payroll')));
  app.get('/payroll', (request, reply) => show(request, reply, firstPayroll()));
  app.get('/payroll/sample.csv', (_request, reply) =>
    reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="payroll-sample.csv"').send(SAMPLE_FILE),
  );
  void app.register(async (scope) => {
    acceptUploads(scope);
    scope.setErrorHandler<Error & { code?: string }>((error, request, reply) => {
      if (error.code !== 'FST_ERR_CTP_BODY_TOO_LARGE') throw error;
      return show(request, reply, { ...firstPayroll(), faults: [{ line: undefined, text: TOO_LARGE }] }, 413);
    });
    scope.post('/payroll', (request, reply) => {
      const ordered = readPayrollForm(isCrossSite(request) ? {} : formOf(request.body), bankToday(deps.now()));
      if ('faults' in ordered) return show(request, reply, ordered, 400);
      return reply.redirect(pageOf(keepInstruction(deps, request, reply, ordered)), 303);
    });
  });
}
