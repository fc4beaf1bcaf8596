/** The default value of a parameter's field: the first of these rules that has a value. */
import type { SliceParameter } from '@portico/contract';
import { fieldText, firstValue } from '@portico/contract/wire';
import { isGivenByTheBank, type KnownIds, knownId } from './known-ids.ts';

export interface FillIn {
  /** Defaults of this operation, by parameter (`GET {api}/prefills`). */
  readonly prefills: Readonly<Record<string, string>>;
  readonly knownIds: KnownIds;
  /** IBAN of one of the customer's own accounts. */
  readonly iban: string | undefined;
  /** User name of the chosen fallback user. */
  readonly userName?: string | undefined;
  /** New for every request. */
  readonly requestId: string;
  /** For a sign-in that is about to start. */
  readonly state: string;
  readonly nonce: string;
  /** One of the application's redirect URIs. */
  readonly redirectUri: string | undefined;
  /** Page of the explorer to which a customer may return after signing. */
  readonly returnPage: string | undefined;
  /** True for a signed-in developer, whose requests are answered by the bank. */
  readonly hasCustomer: boolean;
  /** The authorization code of the last sign-in. */
  readonly code: string | undefined;
}

/** The query parameter that names the request for which a customer signed. */
export const SIGNED_PARAMETER = 'signed';

/** Where the bank sends the customer after signing: the page reads the status of what the request asked for. */
function signedAddress(returnPage: string, requestId: string): string {
  return `${returnPage}?${SIGNED_PARAMETER}=${requestId}`;
}

/** An address reserved for documentation (RFC 5737). */
const PSU_IP_ADDRESS = '203.0.113.24';

const BY_NAME: Readonly<Record<string, (fillIn: FillIn) => string | undefined>> = {
  'x-request-id': ({ requestId }) => requestId,
  'psu-ip-address': () => PSU_IP_ADDRESS,
  'tpp-redirect-uri': ({ returnPage, requestId, redirectUri }) => (returnPage === undefined ? redirectUri : signedAddress(returnPage, requestId)),
  redirect_uri: ({ redirectUri }) => redirectUri,
  state: ({ state }) => state,
  nonce: ({ nonce }) => nonce,
  code: ({ code }) => code,
};

/** An optional parameter stays empty unless a rule has a certain value. */
/** @param path of the operation */
export function fillIn(parameter: SliceParameter, path: string, known: FillIn): string {
  const { name, required } = parameter;
  return (
    known.prefills[name] ??
    BY_NAME[name.toLowerCase()]?.(known) ??
    knownId(known.knownIds, path, parameter) ??
    (required && !(known.hasCustomer && isGivenByTheBank(name)) ? documentedValue(parameter) : undefined) ??
    ''
  );
}

function documentedValue(parameter: SliceParameter): string | undefined {
  const value = firstValue(parameter);
  return value === undefined ? undefined : fieldText(value);
}
