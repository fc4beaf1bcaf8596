/** The error responses of one operation: one response for each status, with an example for each case. */
import { OAuthErrorBody, TppErrorBody, UiErrorBody } from '@portico/contract';
import { routeAreaOf } from '#platform/http/route-area.ts';
import { headerRefs, type Parts } from './build-operation.ts';
import { type Json, type JsonObject, toJson } from './json.ts';
import type { ErrorRow, Operation } from './operation.ts';
import type { AnswerHeader } from './parameters.ts';

const HEADERS_BY_STATUS: Readonly<Record<number, readonly AnswerHeader[]>> = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  415: ['Accept-Encoding'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

/** Headers of errors that end after some time. */
const HEADERS_BY_CODE: Readonly<Record<string, readonly AnswerHeader[]>> = {
  SCA_METHOD_BLOCKED: ['Retry-After'],
  SIGNING_STATE_INVALID: ['Retry-After'],
};

/** The authorization server shows these errors as a page, because a browser called it. Earlier errors, such as 429, are JSON. */
const PAGES: readonly number[] = [400, 500];

/** Responses by status. */
export function buildRefusals(parts: Parts, operation: Operation): JsonObject {
  const { errors } = operation;
  const byStatus = (status: number) => (status === 401 && routeAreaOf(operation.path) === 'portal' ? [] : (HEADERS_BY_STATUS[status] ?? []));
  const statuses = [...new Set(errors.map(({ status }) => status))].sort((one, other) => one - other);
  return Object.fromEntries(
    statuses.map((status) => {
      const rows = errors.filter((row) => row.status === status);
      return [
        String(status),
        {
          description: rows.map(({ code, when }) => `- \`${code}\`: ${when}`).join('\n'),
          headers: headerRefs(parts, [...byStatus(status), ...rows.flatMap(({ code }) => HEADERS_BY_CODE[code] ?? [])]),
          content: contentOf(parts, operation, rows),
        },
      ];
    }),
  );
}

function contentOf(parts: Parts, { method, path }: Operation, rows: readonly ErrorRow[]): Json {
  const { body, exampleOf } = FORMATS[routeAreaOf(path)];
  const isPage = body === OAuthErrorBody && method === 'GET' && rows.some(({ status }) => PAGES.includes(status));
  if (isPage) return { 'text/html': { schema: { type: 'string' } } };
  const schema = parts.refer(toJson(body));
  const examples = rows.map((row, index): [string, Json] => [nameOf(rows, index), { summary: row.when, value: exampleOf(row) }]);
  return { 'application/json': { schema, examples: Object.fromEntries(examples) } };
}

/** The error code, with a number when one code has several reasons. */
function nameOf(rows: readonly ErrorRow[], index: number): string {
  const code = rows[index]?.code ?? '';
  const before = rows.slice(0, index).filter((row) => row.code === code).length;
  return before === 0 ? code : `${code}-${before + 1}`;
}

/** Body and example of an error in each of the three formats. */
const XS2A = {
  body: TppErrorBody,
  exampleOf: ({ code, when }: ErrorRow): Json => ({ tppMessages: [{ category: 'ERROR', code, text: sentence(when) }] }),
};
const OAUTH = { body: OAuthErrorBody, exampleOf: ({ code, when }: ErrorRow): Json => ({ error: code, error_description: sentence(when) }) };
const UI = {
  body: UiErrorBody,
  exampleOf: ({ code, when }: ErrorRow): Json => ({ errors: [{ code, text: sentence(when) }], message: sentence(when) }),
};

/** By the interface; the calls of the portal and of the signing pages have the format of pages. */
const FORMATS = { xs2a: XS2A, oauth: OAUTH, fallback: UI, portal: UI, signing: UI };

/** Capitalises the first word unless it is the name of a field. */
const sentence = (text: string) => `${text.replace(/^[a-z](?=[a-z]* )/, (letter) => letter.toUpperCase())}.`;
