/** Choosing a subscription. What follows is the same for every instruction. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bankToday } from '../instructions/instruction.ts';
import { keepInstruction, toSignIn } from '../instructions/instruction-routes.ts';
import { type InstructionDeps, isCrossSite } from '../instructions/instruction-visit.ts';
import { formOf, sendPage } from '../page-answers.ts';
import { knowBrowser } from '../sign-in-visits.ts';
import { firstSubscription, readSubscription, type SubscriptionForm } from './subscription.ts';
import { subscriptionPage } from './subscription-page.ts';

export function registerSubscriptionRoutes(app: FastifyInstance, deps: InstructionDeps): void {
  const show = (request: FastifyRequest, reply: FastifyReply, form: SubscriptionForm, status = 200) =>
    sendPage(reply, status, subscriptionPage(form, deps.instructions.listOf(knowBrowser(request, reply), 'subscription')));
  app.get('/subscriptions', (request, reply) => show(request, reply, firstSubscription(bankToday(deps.now()))));
  app.post('/subscriptions', (request, reply) => {
    const ordered = readSubscription(isCrossSite(request) ? {} : formOf(request.body), bankToday(deps.now()));
    if ('errors' in ordered) return show(request, reply, ordered, 400);
    return toSignIn(deps, request, reply, keepInstruction(deps, request, reply, ordered));
  });
}
