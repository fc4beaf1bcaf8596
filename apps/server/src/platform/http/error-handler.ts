/**
 * Turns every error into a response. `problem.ts` recognises the error, and `error-body.ts` writes its body in the format of the route. Signing calls
 * never return 401 or 403.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AllowedMethods } from './allowed-methods.ts';
import { errorBody } from './error-body.ts';
import { mediaTypeFor } from './negotiate.ts';
import { type Problem, plainProblem, toProblem } from './problem.ts';
import { Refusal } from './refusal.ts';
import { pathOf } from './route-area.ts';
import { methodOf, rulesOf } from './route-rules.ts';

type ProblemPage = (status: number, request: FastifyRequest, reply: FastifyReply) => FastifyReply;
export type AnswerUnknown = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/**
 * Returns the handler for requests without a route: 405 where the path has another method, else 404.
 * @param pageElsewhere the address of the page that a path without a route means; undefined: none
 */
export function registerErrorHandler(
  app: FastifyInstance,
  allowedMethods: AllowedMethods,
  problemPage: ProblemPage,
  pageElsewhere: ((url: string) => string | undefined) | undefined,
): AnswerUnknown {
  const answer = (problem: Problem, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    forgetFile(reply);
    return wantsPage(request) ? problemPage(problem.status, request, reply.headers(problem.headers)) : sendProblem(problem, request, reply);
  };
  app.setErrorHandler((error, request, reply) => {
    const problem = toProblem(error);
    logProblem(error, problem, request);
    return answer(problem, request, reply);
  });
  const unknownAddress: AnswerUnknown = (request, reply) => {
    const allowed = allowedMethods.of(pathOf(request.url));
    // A file that was removed after the start still has a route.
    if (allowed.length > 0 && !allowed.includes(request.method)) {
      const allow = allowed.join(', ');
      return answer(plainProblem(405, `This method is not offered here. Accepted: ${allow}.`, { allow }), request, reply);
    }
    const elsewhere = methodOf(request) === 'GET' ? pageElsewhere?.(request.url) : undefined;
    if (elsewhere !== undefined) return reply.redirect(elsewhere, 302);
    return answer(plainProblem(404, `Page not found${slashHint(request, allowedMethods)}`), request, reply);
  };
  app.setNotFoundHandler(unknownAddress);
  return unknownAddress;
}

/** Programs are often given a base address with a slash at its end. */
function slashHint({ url, method }: FastifyRequest, allowedMethods: AllowedMethods): string {
  const shorter = pathOf(url).replace(/\/$/, '');
  return allowedMethods.of(shorter).includes(method) ? `. Without the slash at its end this address exists: ${shorter}` : '';
}

const ABOUT_A_FILE = ['etag', 'last-modified', 'accept-ranges', 'content-range', 'content-encoding', 'content-disposition', 'content-length'];

/**
 * Removes what the route has said about the file that it meant to send. With the file's `cache-control` a shared cache would keep the error and
 * send it to all callers in place of the file.
 */
function forgetFile(reply: FastifyReply): void {
  for (const name of ABOUT_A_FILE) reply.removeHeader(name);
  reply.header('cache-control', 'no-store');
}

const PROBLEM_TYPES = ['application/json', 'application/problem+json', 'text/html'] as const;

/** True for a URL opened in a browser; scripts do not accept HTML. In `/api`, people only open URLs of the authorization servers. */
function wantsPage(request: FastifyRequest): boolean {
  const isOfPages = rulesOf(request).area === 'oauth' || !request.url.startsWith('/api/');
  return isOfPages && methodOf(request) === 'GET' && mediaTypeFor(request.headers, PROBLEM_TYPES) === 'text/html';
}

function sendProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { area } = rulesOf(request);
  const isForbiddenStatus = area === 'signing' && (problem.status === 401 || problem.status === 403);
  if (isForbiddenStatus) request.log.error({ status: problem.status }, 'A signing call was refused with a status that would log the person out.');
  return reply
    .code(isForbiddenStatus ? 400 : problem.status)
    .headers(problem.headers)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(errorBody(problem, area));
}

function logProblem(error: unknown, problem: Problem, request: FastifyRequest): void {
  if (problem.status >= 500 && problem.status !== 503) {
    request.log.error({ err: error }, 'A request failed for a reason we did not foresee.');
  } else if (problem.status === 503 && !(error instanceof Refusal)) {
    request.log.warn({ err: error }, 'A request could not be served now.');
  } else {
    const detail = error instanceof Refusal ? error.options.detail : undefined;
    request.log.info({ status: problem.status, reason: problem.entries[0].path ?? problem.uiCode, detail }, 'A request was refused.');
  }
}
