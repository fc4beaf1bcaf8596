/** A link to this page with its parameters: what a colleague opens. Never a token, a secret or a body. */
import type { OperationSlice } from '@portico/contract';
import { CopyButton } from '../../../shared/portal/copy-button.tsx';
import { type ParameterValues, parameterKey } from './build-request.ts';

const PREFIX = 'p.';
/** Made anew for each request, or secret by nature. */
const NOT_SHARED = /^(header:(x-request-id|authorization|cookie)|query:(state|nonce|code|client_secret|code_verifier))$/i;

export function ShareLink({ slice, values }: { slice: OperationSlice; values: ParameterValues }) {
  return (
    <span className="row small second">
      Link with these parameters
      <CopyButton text={async () => sharedAddress(window.location.href, slice, values)} label="Copy link with these parameters" />
    </span>
  );
}

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
