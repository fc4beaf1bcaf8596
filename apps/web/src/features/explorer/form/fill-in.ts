/** What stands in a parameter's field before anybody typed: the first of these rules that knows something. */
import type { SliceParameter } from '@portico/contract';
import { isRecord } from '../../../shared/api/api-error.ts';
import { type KnownIds, knownId } from './known-ids.ts';

export interface FillIn {
  /** Of this operation, by parameter (`GET {api}/prefills`). */
  readonly prefills: Readonly<Record<string, string>>;
  readonly knownIds: KnownIds;
  /** One of the customer's own accounts. */
  readonly iban: string | undefined;
  /** Of the chosen fallback user. */
  readonly userName?: string | undefined;
  /** Fresh for every request. */
  readonly requestId: string;
  /** Of a sign-in that is about to start. */
  readonly state: string;
  readonly nonce: string;
  /** One of the application's own. */
  readonly redirectUri: string | undefined;
  /** The authorization code that the last sign-in brought. */
  readonly code: string | undefined;
}

/** A documentation address (RFC 5737): nobody's. */
const PSU_IP_ADDRESS = '203.0.113.24';

const BY_NAME: Readonly<Record<string, (fillIn: FillIn) => string | undefined>> = {
  'x-request-id': ({ requestId }) => requestId,
  'psu-ip-address': () => PSU_IP_ADDRESS,
  'tpp-redirect-uri': ({ redirectUri }) => redirectUri,
  redirect_uri: ({ redirectUri }) => redirectUri,
  state: ({ state }) => state,
  nonce: ({ nonce }) => nonce,
  code: ({ code }) => code,
};

/** What is not required stays empty unless it is known for sure. */
/** @param path of the operation */
export function fillIn(parameter: SliceParameter, path: string, known: FillIn): string {
  const { name, required } = parameter;
  return (
    known.prefills[name] ??
    BY_NAME[name.toLowerCase()]?.(known) ??
    knownId(known.knownIds, path, parameter) ??
    (required ? (exampleOf(parameter) ?? firstOfSchema(parameter.schema)) : undefined) ??
    ''
  );
}

function exampleOf({ examples }: SliceParameter): string | undefined {
  const value = examples?.find((example) => example.value !== undefined && example.isGenerated !== true)?.value;
  return value === undefined ? undefined : textOf(value);
}

function firstOfSchema(schema: unknown): string | undefined {
  if (!isRecord(schema)) return undefined;
  if (schema.default !== undefined) return textOf(schema.default);
  if (schema.const !== undefined) return textOf(schema.const);
  const [first]: unknown[] = Array.isArray(schema.enum) ? schema.enum : [];
  return first === undefined ? undefined : textOf(first);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
