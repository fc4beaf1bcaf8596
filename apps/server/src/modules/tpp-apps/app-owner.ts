/** Which of a developer's applications a call is about: the one that the header `Tpp-Client-Id` names, or the oldest one. */
import { HEADERS } from '@portico/contract/values';
import type { FastifyRequest } from 'fastify';
import { UiRefusal } from '#platform/http/refusal.ts';

export interface AppOwner {
  readonly developerId: string;
  /** Client id of the application; undefined: the developer's oldest one. */
  readonly clientId?: string | undefined;
}

const CLIENT_ID = /^[\w.-]{1,64}$/;

/** Adds the named application to whom a guard of developers finds. The guard refuses first; @throws UiRefusal 400 for a header that is no client id. */
export function asOwner<Who extends { readonly developerId: string } | undefined>(
  guard: (request: FastifyRequest) => Promise<Who>,
): (request: FastifyRequest) => Promise<Who extends undefined ? undefined : Who & AppOwner>;
export function asOwner(guard: (request: FastifyRequest) => Promise<{ readonly developerId: string } | undefined>) {
  return async (request: FastifyRequest) => {
    const developer = await guard(request);
    return developer && { ...developer, clientId: readClientId(request.headers[HEADERS.application]) };
  };
}

function readClientId(given: string | readonly string[] | undefined): string | undefined {
  if (given === undefined || (typeof given === 'string' && CLIENT_ID.test(given))) return given;
  const text = 'The header Tpp-Client-Id is the client id of one of your applications. Send it once, or leave it out for the oldest one.';
  throw new UiRefusal(400, 'FORMAT_ERROR', text, { path: 'header:Tpp-Client-Id' });
}
