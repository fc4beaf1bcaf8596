import { jsonLiteral } from './literals.ts';
import { nodeSample } from './node-sample.ts';
import type { SampleRequest } from './sample-request.ts';

/** An ECMAScript module for Node and browsers; with a certificate or a signature for Node. */
export function javascriptSample(request: SampleRequest): string {
  return needsFiles(request) ? nodeSample(request, false) : writeFetch(request, '');
}

/** The same with one type annotation, for the JSON value, which the compiler cannot infer. */
export function typescriptSample(request: SampleRequest): string {
  return needsFiles(request) ? nodeSample(request, true) : writeFetch(request, ': unknown');
}

function needsFiles({ certificate, signature }: SampleRequest): boolean {
  return certificate !== undefined || signature !== undefined;
}

function writeFetch({ method, url, headers, body }: SampleRequest, answerType: string): string {
  return [
    `const response = await fetch(${jsonLiteral(url)}, {`,
    `  method: ${jsonLiteral(method)},`,
    ...(headers.length === 0 ? [] : ['  headers: {', ...headers.map(([name, value]) => `    ${jsonLiteral(name)}: ${jsonLiteral(value)},`), '  },']),
    ...(body === undefined ? [] : [`  body: ${jsonLiteral(body)},`]),
    '});',
    'const text = await response.text();',
    `const answer${answerType} = text === "" ? undefined : JSON.parse(text);`,
    'console.log(response.status, answer);',
  ].join('\n');
}
