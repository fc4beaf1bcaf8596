import { shellLiteral } from './literals.ts';
import type { SampleRequest } from './sample-request.ts';

/** For bash and every other POSIX shell; shows the answer's status and headers too. */
export function curlSample({ method, url, headers, body }: SampleRequest): string {
  const parts = [
    `curl -sS -i${method === 'GET' ? '' : ` -X ${method}`} ${shellLiteral(url)}`,
    ...headers.map(([name, value]) => `-H ${shellLiteral(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-raw ${shellLiteral(body)}`]),
  ];
  return parts.join(' \\\n  ');
}
