import { shellLiteral } from './literals.ts';
import type { SampleRequest } from './sample-request.ts';

/** Linux limits an argument to 131,072 bytes, and one UTF-16 unit takes at most three bytes. */
const ARGUMENT_LENGTH = 40_000;
/** GET is curl's default. With `-X HEAD` curl waits for a body that never arrives. */
const METHOD_OPTIONS: Readonly<Record<string, string>> = { GET: '-i', HEAD: '-I' };

/** For every POSIX shell; also prints the response's status and headers. */
export function curlSample({ method, url, headers, body }: SampleRequest): string {
  const isLong = body !== undefined && body.length > ARGUMENT_LENGTH;
  const parts = [
    `curl -sS ${METHOD_OPTIONS[method] ?? `-i -X ${method}`} ${shellLiteral(url)}`,
    ...headers.map(([name, value]) => `-H ${shellLiteral(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [isLong ? '--data-binary @-' : `--data-raw ${shellLiteral(body)}`]),
  ];
  const call = parts.join(' \\\n  ');
  // The argument limit does not apply to a shell builtin.
  return isLong ? `printf %s ${shellLiteral(body)} |\n${call}` : call;
}
