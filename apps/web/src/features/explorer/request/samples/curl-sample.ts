import { shellLiteral } from './literals.ts';
import type { SampleCertificate, SampleRequest } from './sample-request.ts';

/** Linux limits an argument to 131,072 bytes, and one UTF-16 unit takes at most three bytes. */
const ARGUMENT_LENGTH = 40_000;
/** GET is curl's default. With `-X HEAD` curl waits for a body that never arrives. */
const METHOD_OPTIONS: Readonly<Record<string, string>> = { GET: '-i', HEAD: '-I' };

/** For every POSIX shell; also prints the response's status and headers. */
export function curlSample(request: SampleRequest): string {
  return writeCurl(request, shellLiteral(request.body ?? ''), []);
}

/**
 * @param body as the shell reads it
 * @param more options after the headers
 */
export function writeCurl({ method, url, headers, body: text, certificate }: SampleRequest, body: string, more: readonly string[]): string {
  const isLong = text !== undefined && text.length > ARGUMENT_LENGTH;
  const parts = [
    `curl -sS ${METHOD_OPTIONS[method] ?? `-i -X ${method}`} ${shellLiteral(url)}`,
    ...(certificate === undefined ? [] : certificateOptions(certificate)),
    ...headers.map(([name, value]) => `-H ${shellLiteral(`${name}: ${value}`)}`),
    ...more,
    ...(text === undefined ? [] : [isLong ? '--data-binary @-' : `--data-raw ${body}`]),
  ];
  const call = parts.join(' \\\n  ');
  // The argument limit does not apply to a shell builtin.
  return isLong ? `printf %s ${body} |\n${call}` : call;
}

function certificateOptions({ isOfTestAuthority }: SampleCertificate): readonly string[] {
  return ['--cert qwac.pem --key qwac.key', ...(isOfTestAuthority ? ['--cacert portico-ca.pem'] : [])];
}
