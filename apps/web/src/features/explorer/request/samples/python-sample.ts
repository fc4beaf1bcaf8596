import { jsonLiteral } from './literals.ts';
import type { SampleRequest } from './sample-request.ts';

/** Python 3 with `requests`. The body is encoded here: given a text, the library would send Latin-1. */
export function pythonSample({ method, url, headers, body }: SampleRequest): string {
  return [
    'import requests',
    '',
    'response = requests.request(',
    `    ${jsonLiteral(method)},`,
    `    ${jsonLiteral(url)},`,
    ...(headers.length === 0
      ? []
      : ['    headers={', ...headers.map(([name, value]) => `        ${jsonLiteral(name)}: ${jsonLiteral(value)},`), '    },']),
    ...(body === undefined ? [] : [`    data=${jsonLiteral(body)}.encode(),`]),
    '    timeout=30,',
    ')',
    'print(response.status_code, response.text)',
  ].join('\n');
}
