/** The address of an operation's page with the values of its parameters. What is secret, or made anew for each request, is never in it, nor taken from it. */
import type { OperationSlice } from '@portico/contract';
import { type ParameterValues, parameterKey } from './build-request.ts';

const PREFIX = 'p.';
/** Made anew for each request, or secret by nature. */
const NOT_SHARED = /^(header:(x-request-id|authorization|cookie)|query:(state|nonce|code|client_secret|code_verifier))$/i;

export function sharedAddress(href: string, { parameters }: Pick<OperationSlice, 'parameters'>, values: ParameterValues): string {
  const query = new URLSearchParams();
  for (const parameter of parameters) {
    const key = parameterKey(parameter);
    const value = values.get(key) ?? '';
    if (value !== '' && !NOT_SHARED.test(key)) query.set(`${PREFIX}${key}`, value);
  }
  const [page = ''] = href.split('?', 1);
  return query.size === 0 ? page : `${page}?${query.toString()}`;
}

export function readShared(search: URLSearchParams): ParameterValues {
  const shared = [...search].flatMap(([name, value]) => {
    const key = name.slice(PREFIX.length);
    return name.startsWith(PREFIX) && !NOT_SHARED.test(key) ? [[key, value] as const] : [];
  });
  return new Map(shared);
}
