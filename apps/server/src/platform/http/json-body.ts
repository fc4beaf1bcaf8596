/**
 * JSON bodies. The specification's calls send `Content-Type: application/json` even without a body, which Fastify would refuse;
 * nesting is bounded before parsing; `__proto__` or `constructor` keys and texts that cannot be stored are refused.
 */
import type { FastifyInstance } from 'fastify';
import { JSON_DEPTH_MAX } from './limits.ts';
import { findUnstorable, unstorable } from './storable-text.ts';
import { InvalidRequest } from './validation.ts';

const NO_JSON = 'The body is not valid JSON. Correct it and send the request again.';

export function registerJsonBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('text/plain');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text.trim() === '') {
      done(null, undefined);
      return;
    }
    if (isDeeperThan(text, JSON_DEPTH_MAX)) {
      done(new InvalidRequest([{ text: `The body is nested deeper than ${JSON_DEPTH_MAX} levels. Send it flatter.` }]));
      return;
    }
    void parse(request, text, (error, body) => {
      done(error === null ? whyRefused(body, text) : new InvalidRequest([{ text: NO_JSON }]), body);
    });
  });
}

function whyRefused(body: unknown, text: string): InvalidRequest | null {
  const place = findUnstorable(body, text);
  return place === undefined ? null : unstorable('body', place);
}

/** Counts brackets outside strings; text that is no JSON at all is the parser's to refuse. */
function isDeeperThan(text: string, depthMax: number): boolean {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (isInString) {
      if (character === '\\') index += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') {
      isInString = true;
    } else if (character === '{' || character === '[') {
      depth += 1;
      if (depth > depthMax) return true;
    } else if (character === '}' || character === ']') {
      depth -= 1;
    }
  }
  return false;
}
