/** Choosing the day of a later payment. What follows is the same for every instruction. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bankToday } from '../instructions/instruction.ts';
import { keepInstruction, toSignIn } from '../instructions/instruction-routes.ts';
import { type InstructionDeps, isCrossSite } from '../instructions/instruction-visit.ts';
import { formOf, sendPage } from '../page-answers.ts';
import { knowBrowser } from '../sign-in-visits.ts';
import { firstPayLater, type PayLaterForm, readPayLater } from './pay-later.ts';
import { payLaterPage } from './pay-later-page.ts';

export function registerPayLaterRoutes(app: FastifyInstance, deps: InstructionDeps): void {
  const show = (request: FastifyRequest, reply: FastifyReply, form: PayLaterForm, status = 200) =>
    sendPage(reply, status, payLaterPage(form, deps.instructions.listOf(knowBrowser(request, reply), 'later')));
  app.get('/pay-later', (request, reply) => show(request, reply, firstPayLater(bankToday(deps.now()))));
  app.post('/pay-later', (request, reply) => {
    const ordered = readPayLater(isCrossSite(request) ? {} : formOf(request.body), bankToday(deps.now()));
    if ('errors' in ordered) return show(request, reply, ordered, 400);
    return toSignIn(deps, request, reply, keepInstruction(deps, request, reply, ordered));
  });
}
