/**
 * The tools of the documentation server. They only read; with a token of the sandbox one more calls the API. Everything that a tool returns is text:
 * no tool follows what a text says, and none signs.
 */

import { type CallToolResult, fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import type { OperationSlice } from '@portico/contract';
import { type Static, type TSchema, Type } from 'typebox';
import { type CalledOperation, type CallInput, CallRefused } from './call-operation.ts';
import { countWords, type Documentation } from './documentation.ts';

const VERSION = '1.0.0';
const WORDS_LENGTH_MAX = 200;
const WORDS_MAX = 12;
const NAME_LENGTH_MAX = 200;
const VALUE_LENGTH_MAX = 2_000;
const FOUND_MAX = 30;
const FOUND_DEFAULT = 10;
const FIRST_ERROR = 400;
const instructionsOf = (isSandbox: boolean) =>
  [
    'Guides and operations of an open-banking API (NextGenPSD2). Search first, then read the guide or operation that a place names.',
    ...(isSandbox ? ['A request with an access token of the sandbox (Authorization: Bearer …) can also call operations.'] : []),
    'Consents and payments are signed by a person on the pages of the bank, never here.',
  ].join(' ');
const READS = { readOnlyHint: true, idempotentHint: true, openWorldHint: false } as const;
const closed = { additionalProperties: false } as const;

const SearchInput = Type.Object(
  {
    words: Type.String({
      minLength: 1,
      maxLength: WORDS_LENGTH_MAX,
      description: 'What to look for, for example "refresh token" or CONSENT_UNKNOWN.',
    }),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: FOUND_MAX, description: `Number of places; ${FOUND_DEFAULT} by default.` })),
  },
  closed,
);
const GuideInput = Type.Object({ name: Type.String({ maxLength: NAME_LENGTH_MAX, description: 'A name from list_guides.' }) }, closed);
const OperationInput = Type.Object(
  {
    apiId: Type.String({ maxLength: NAME_LENGTH_MAX, description: 'The section, from list_operations.' }),
    operationId: Type.String({ maxLength: NAME_LENGTH_MAX, description: 'The operation, from list_operations.' }),
  },
  closed,
);
const CallOperationInput = Type.Object(
  {
    ...OperationInput.properties,
    parameters: Type.Optional(
      Type.Record(Type.String(), Type.String({ maxLength: VALUE_LENGTH_MAX }), {
        description: 'Path, query and header parameters by name, as read_operation lists them. X-Request-ID is added.',
      }),
    ),
    body: Type.Optional(Type.Object({}, { description: 'The JSON body.' })),
  },
  closed,
);
/** The SDK’s own type of a JSON Schema is narrower than TypeBox’s. */
const inputOf = <Schema extends TSchema>(schema: Schema) => fromJsonSchema<Static<Schema>>(JSON.parse(JSON.stringify(schema)));
const searchInput = inputOf(SearchInput);
const guideInput = inputOf(GuideInput);
const operationInput = inputOf(OperationInput);
const callOperationInput = inputOf(CallOperationInput);

/** Throws {@link CallRefused}. */
export type CallTheSandbox = (operation: OperationSlice, input: CallInput) => Promise<CalledOperation>;

/**
 * A server for one request. It keeps nothing.
 * @param call undefined: the caller has no token, or this is no sandbox
 */
export function createMcpServer(documentation: Documentation, productName: string, isSandbox: boolean, call: CallTheSandbox | undefined): McpServer {
  const server = new McpServer(
    { name: 'portico-documentation', title: `${productName} for Developers`, version: VERSION },
    { instructions: instructionsOf(isSandbox) },
  );

  server.registerTool(
    'search_documentation',
    {
      title: 'Search the documentation',
      description: 'Finds guides, their sections, error codes, operations and parameters. Each place says which tool reads it.',
      inputSchema: searchInput,
      annotations: READS,
    },
    async ({ words, limit = FOUND_DEFAULT }) => {
      if (countWords(words) > WORDS_MAX) return refusal(`Search for at most ${WORDS_MAX} words at once.`);
      const places = await documentation.search(words, limit);
      return places.length === 0 ? text(`Nothing contains ${words}. Try fewer words, or list_guides and list_operations.`) : json(places);
    },
  );
  server.registerTool(
    'list_guides',
    { title: 'List the guides', description: 'Names and titles, in the order of the menu.', annotations: READS },
    async () => json(documentation.guides()),
  );
  server.registerTool(
    'read_guide',
    { title: 'Read a guide', description: 'The whole guide as Markdown.', inputSchema: guideInput, annotations: READS },
    async ({ name }) => {
      const guide = documentation.guide(name);
      return guide === undefined ? refusal(`There is no guide ${name}. list_guides lists what there is.`) : text(guide);
    },
  );
  server.registerTool(
    'list_operations',
    { title: 'List the operations', description: 'Every operation of the API: section, id, method, path and summary.', annotations: READS },
    async () => json(documentation.operations()),
  );
  server.registerTool(
    'read_operation',
    {
      title: 'Read an operation',
      description: 'One operation as JSON: parameters, bodies, responses, refusals with their reasons, examples, and the schemas that they refer to.',
      inputSchema: operationInput,
      annotations: READS,
    },
    async ({ apiId, operationId }) => {
      const operation = await documentation.operation(apiId, operationId);
      return operation === undefined ? unknownOperation(apiId, operationId) : text(operation);
    },
  );
  if (call !== undefined) {
    server.registerTool(
      'call_operation',
      {
        title: 'Call an operation of the sandbox',
        description:
          'Sends one request to the sandbox with the token of this connection, and returns status, headers and body. A consent or payment that it creates must be signed by a person, who opens the link scaRedirect.',
        inputSchema: callOperationInput,
        annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
      },
      async ({ apiId, operationId, parameters = {}, body }) => {
        const operation = await documentation.operation(apiId, operationId);
        if (operation === undefined) return unknownOperation(apiId, operationId);
        try {
          const called = await call(JSON.parse(operation), { parameters, body });
          return { ...json(called), isError: called.status >= FIRST_ERROR };
        } catch (error) {
          if (error instanceof CallRefused) return refusal(error.message);
          throw error;
        }
      },
    );
  }
  return server;
}

const unknownOperation = (apiId: string, operationId: string) =>
  refusal(`There is no operation ${operationId} in the section ${apiId}. list_operations lists what there is.`);

const text = (content: string): CallToolResult => ({ content: [{ type: 'text', text: content }] });
const json = (value: unknown): CallToolResult => text(JSON.stringify(value, null, 1));
const refusal = (reason: string): CallToolResult => ({ ...text(reason), isError: true });
