/** Writes a problem in one of three formats: Berlin Group `tppMessages`, RFC 6749 `error`, or the portal's `errors` with `message`. */
import type { OAuthErrorBody, TppErrorBody, UiErrorBody } from '@portico/contract';
import type { Problem } from './problem.ts';
import type { RouteArea } from './route-area.ts';

/** NextGenPSD2 1.3.11: limit of `text` in a tppMessage. */
const TPP_TEXT_LENGTH_MAX = 500;

export function errorBody(problem: Problem, area: RouteArea): UiErrorBody | TppErrorBody | OAuthErrorBody {
  switch (area) {
    case 'xs2a':
      return tppBody(problem);
    case 'oauth':
      return oauthBody(problem);
    case 'signing':
    case 'fallback':
    case 'portal':
      return uiBody(problem);
  }
}

function uiBody(problem: Problem): UiErrorBody {
  const [first] = problem.entries;
  return {
    errors: problem.entries.map(({ code: _tppCode, ...entry }) => ({ code: problem.uiCode, ...entry })),
    message: first.text,
    ...problem.extra,
  };
}

function tppBody(problem: Problem): TppErrorBody {
  const tppMessages: TppErrorBody['tppMessages'] = problem.entries.map(({ text, path, code = problem.tppCode }) => ({
    category: 'ERROR',
    code,
    ...(path === undefined ? {} : { path }),
    text: text.slice(0, TPP_TEXT_LENGTH_MAX),
  }));
  return { tppMessages, ...problem.extra };
}

/** RFC 6749 §5.2 and §4.1.2.1 (`temporarily_unavailable`, `server_error`); descriptions are limited to visible ASCII. */
function oauthBody({ status, oauthCode, entries: [first] }: Problem): OAuthErrorBody {
  const error =
    oauthCode ??
    (status === 503 || status === 429
      ? 'temporarily_unavailable'
      : status >= 500
        ? 'server_error'
        : status === 401
          ? 'invalid_client'
          : 'invalid_request');
  const description = first.path === undefined ? first.text : `${first.path}: ${first.text}`;
  return { error, error_description: description.replaceAll(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, "'") };
}
