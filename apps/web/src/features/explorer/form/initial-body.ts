/** The initial content of the body's editor. */
import type { SliceContent } from '@portico/contract';
import { bodyText } from '@portico/contract/wire';
import { isRecord } from '../../../shared/api/api-error.ts';
import { SECRET_PLACEHOLDER } from '../request/build-request.ts';
import type { FillIn } from './fill-in.ts';

export function initialBody(content: SliceContent | undefined, exampleName: string | undefined, known: FillIn): string {
  if (content === undefined) return '';
  const examples = content.examples ?? [];
  const example = examples.find(({ name }) => name === exampleName) ?? examples[0];
  const value = isClientRequest(example?.value)
    ? clientRequest(example.value, known)
    : withPrefills(withOwnCustomer(example?.value, known), known.prefills);
  return value === undefined ? '' : bodyText(content, value);
}

/** Replaces accounts and user names of an example with the customer's own, except creditor accounts. */
function withOwnCustomer(value: unknown, own: Pick<FillIn, 'iban' | 'userName'>): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => withOwnCustomer(item, own));
  if (!isRecord(value)) return value;
  const fields = Object.entries(value).map(([name, field]) => {
    if (name === 'creditorAccount') return [name, field];
    if (name === 'iban' || name === 'debtorAccountIban') return [name, own.iban ?? field];
    if (name === 'userName') return [name, own.userName ?? field];
    return [name, withOwnCustomer(field, own)];
  });
  return Object.fromEntries(fields);
}

/** Replaces members of an example with the defaults of the operation. */
function withPrefills(value: unknown, prefills: FillIn['prefills']): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, Object.hasOwn(prefills, name) ? prefills[name] : member]));
}

type ClientRequest = Readonly<Record<string, unknown>> & { client_secret: unknown };

/** A token or revocation request, in which an application authenticates. */
function isClientRequest(value: unknown): value is ClientRequest {
  return isRecord(value) && 'client_secret' in value;
}

/** Uses the developer's own application instead of the example's, and the code of the last sign-in if there is one. */
function clientRequest(example: ClientRequest, { prefills, code }: FillIn): Record<string, unknown> {
  // Sign-ins of the portal use no PKCE, because its application authenticates with a secret.
  const { code_verifier: _verifier, ...rest } = example;
  // The prefills belong to an authorization code; a refresh token is exchanged without redirect URI.
  const { client_id = rest.client_id } = prefills;
  const own = example.grant_type === prefills.grant_type ? prefills : { client_id };
  const given = code === undefined || !('code' in rest) ? {} : { code };
  return { ...rest, ...own, ...given, client_secret: SECRET_PLACEHOLDER };
}
