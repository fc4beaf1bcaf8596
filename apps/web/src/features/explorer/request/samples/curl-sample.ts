import { shellLiteral } from './literals.ts';
import type { SampleRequest } from './sample-request.ts';

/** Linux refuses an argument of 131,072 bytes, and every character of ours takes at most three. */
const ARGUMENT_LENGTH = 40_000;
/** A GET is what curl sends by itself; given `-X HEAD` it waits for a body that never comes. */
const METHOD_OPTIONS: Readonly<Record<string, string>> = { GET: '-i', HEAD: '-I' };

/** For bash and every other POSIX shell; shows the answer's status and headers too. */
export function curlSample({ method, url, headers, body }: SampleRequest): string {
  const isLong = body !== undefined && body.length > ARGUMENT_LENGTH;
  const parts = [
    `curl -sS ${METHOD_OPTIONS[method] ?? `-i -X ${method}`} ${shellLiteral(url)}`,
    ...headers.map(([name, value]) => `-H ${shellLiteral(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [isLong ? '--data-binary @-' : `--data-raw ${shellLiteral(body)}`]),
  ];
  const call = parts.join(' \\\n  ');
  // What is built into the shell has no such limit.
  return isLong ? `printf %s ${shellLiteral(body)} |\n${call}` : call;
}
