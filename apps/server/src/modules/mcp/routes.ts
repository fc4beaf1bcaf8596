/**
 * `POST /mcp`: the documentation for assistants, by the Model Context Protocol (revision 2026-07-28, and 2025 without sessions). Public; in the sandbox
 * a caller with an access token can also call the API. The SDK implements the protocol, and this file connects it with Fastify.
 */
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callOperation } from './call-operation.ts';
import type { Documentation } from './documentation.ts';
import { type CallTheSandbox, createMcpServer } from './mcp-server.ts';

const PATH = '/mcp';

/** @param isSandbox false: no tool calls the API, because assistants do not belong between a bank and its customers' money */
export function registerMcpRoutes(
  app: FastifyInstance,
  documentation: Documentation,
  { productName, publicUrl }: { readonly productName: string; readonly publicUrl: string },
  isSandbox: boolean,
): void {
  // No cookie is read, so programs need no Origin.
  app.post(PATH, { config: { rules: { readsCookies: false } } }, async (request, reply) => {
    const { authorization, 'user-agent': userAgent } = request.headers;
    const call: CallTheSandbox | undefined =
      isSandbox && authorization !== undefined
        ? async (...asked) => callOperation(app, { authorization, ip: request.ip, userAgent, requestId: request.id }, ...asked)
        : undefined;
    const { fetch } = createMcpHandler(() => createMcpServer(documentation, productName, isSandbox, call), { maxSubscriptions: 0 });
    const response = await fetch(new Request(`${publicUrl}${PATH}`, { method: 'POST', headers: headersOf(request) }), {
      parsedBody: request.body ?? null,
    });
    reply.code(response.status);
    response.headers.forEach((value, name) => void reply.header(name, value));
    return reply.send(await response.text());
  });
}

/** Without the length, because the body is passed parsed. */
function headersOf({ headers }: Pick<FastifyRequest, 'headers'>): [name: string, value: string][] {
  return Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined || name === 'content-length' ? [] : [[name, String(value)]],
  );
}
