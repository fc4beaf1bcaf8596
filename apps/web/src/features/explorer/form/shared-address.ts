/**
 * The address of an operation's page with the values of its parameters. Secrets, and values created for each request, are neither written nor read.
 */
import type { OperationBrief } from '@portico/contract';
import { SHARED_PREFIX } from '../operation-address.ts';
import { isMadeAnew, type ParameterValues, parameterKey } from '../request/build-request.ts';
import { isSecretName, maskText } from '../request/history/mask-secrets.ts';

export function sharedAddress(href: string, { parameters }: Pick<OperationBrief, 'parameters'>, values: ParameterValues): string {
  const query = new URLSearchParams();
  for (const parameter of parameters) {
    const key = parameterKey(parameter);
    const value = values.get(key) ?? '';
    if (isShared(key, value)) query.set(`${SHARED_PREFIX}${key}`, value);
  }
  const [page = ''] = href.split('?', 1);
  return query.size === 0 ? page : `${page}?${query.toString()}`;
}

export function readShared(search: URLSearchParams): ParameterValues {
  const shared = [...search].flatMap(([name, value]) => {
    const key = name.slice(SHARED_PREFIX.length);
    return name.startsWith(SHARED_PREFIX) && isShared(key, value) ? [[key, value] as const] : [];
  });
  return new Map(shared);
}

function isShared(key: string, value: string): boolean {
  const name = key.slice(key.indexOf(':') + 1);
  return value !== '' && !isMadeAnew(key) && !isSecretName(name) && maskText(value, []) === value;
}
