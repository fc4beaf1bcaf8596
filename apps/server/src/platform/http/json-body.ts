/**
 * Parses JSON bodies (RFC 8259). The specification's calls send `Content-Type: application/json` even without a body, which Fastify would refuse. The
 * text is checked before it is parsed: invalid UTF-8, too much nesting, too many values, repeated names and names that reach a prototype are refused
 * with their path.
 */
import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { noteBodyBytes } from './body-bytes.ts';
import { composeTexts } from './compose-texts.ts';
import { findJsonFlaw, type JsonFlaw } from './json-flaws.ts';
import { JSON_DEPTH_MAX, JSON_VALUES_MAX } from './limits.ts';
import { findUnstorable, unstorable } from './storable-text.ts';
import { InvalidRequest } from './validation.ts';

const PATH_LENGTH_MAX = 200;
/** A password is compared in every form in which it may be stored, so it must not be changed here. */
const PASSWORDS = '/identity/';

export function registerJsonBody(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, bytes: Buffer) => {
    noteBodyBytes(request, bytes);
    const body = readJsonBody(bytes);
    // No call accepts another value. Without this rule `null` would count as an empty body where one is allowed.
    if (body !== undefined && !isObject(body)) throw refuse('The body must be an object.');
    return request.routeOptions.url?.startsWith(PASSWORDS) === true ? body : composeTexts(body);
  });
}

/** Returns the value of a body; undefined for an empty one. @throws InvalidRequest */
export function readJsonBody(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw refuse('The body is not UTF-8. Send JSON in UTF-8.');
  const text = bytes.toString('utf8');
  if (text.trim() === '') return undefined;
  const flaw = findJsonFlaw(text, { depthMax: JSON_DEPTH_MAX, valuesMax: JSON_VALUES_MAX });
  if (flaw !== undefined) throw describe(flaw);
  const body = parse(text);
  const place = findUnstorable(body, text);
  if (place !== undefined) throw unstorable('body', place);
  return body;
}

function isObject(body: unknown): boolean {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // V8 gives the position of most errors: `… (line 1 column 8)`.
    const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(error instanceof SyntaxError ? error.message : '') ?? [];
    const place = line === undefined || column === undefined ? '' : ` (line ${line}, column ${column})`;
    throw refuse(`The body is not valid JSON${place}. Correct it and send the request again.`);
  }
}

function describe(flaw: JsonFlaw): InvalidRequest {
  switch (flaw.kind) {
    case 'tooDeep':
      return refuse(`The body is nested deeper than ${JSON_DEPTH_MAX} levels. Send it flatter.`);
    case 'tooManyValues':
      return refuse(`The body holds more than ${JSON_VALUES_MAX} values. Send less.`);
    case 'repeatedName':
      return refuse('This field comes twice. Send it once.', flaw.path);
    case 'forbiddenName':
      return refuse('This field is unknown. Leave it out.', flaw.path);
  }
}

function refuse(text: string, path?: string): InvalidRequest {
  return new InvalidRequest([{ text, ...(path === undefined ? {} : { path: path.slice(0, PATH_LENGTH_MAX) }) }]);
}
