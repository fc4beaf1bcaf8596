/** Shell commands for curl and openssl that run in bash as printed, beside the files of the page. */
import { commandLines, quoteForShell } from '../../shared/portal/code/shell.ts';

export interface CommandValues {
  /** The API at the origin of mutual TLS, no trailing slash. */
  readonly apiBase: string;
  readonly clientId: string;
  readonly redirectUri: string;
  /** Of signatures with the QSealC. */
  readonly algorithm: string;
  /** The test authority certifies the sandbox's address, and the sandbox lists accounts without a consent. A bank's own core has neither. */
  readonly isSandbox: boolean;
}

const certificateOf = ({ isSandbox }: CommandValues) => ['--cert qwac.pem --key qwac.key', ...(isSandbox ? ['--cacert portico-ca.pem'] : [])];
const BEARER = '-H "Authorization: Bearer $TOKEN"';
/** A UUID; not every shell has `uuidgen`. */
const NEW_ID = String.raw`ID=$(openssl rand -hex 16 | sed -E 's/(.{8})(.{4})(.{4})(.{4})(.{12})/\1-\2-\3-\4-\5/')`;

export function accountsCommand(values: CommandValues): string {
  const { apiBase, isSandbox } = values;
  if (isSandbox) return commandLines([`curl -sS ${quoteForShell(`${apiBase}/v1/account-list`)}`, ...certificateOf(values), BEARER]);
  const call = [`curl -sS ${quoteForShell(`${apiBase}/v1/accounts`)}`, ...certificateOf(values), BEARER];
  return `${NEW_ID}\n${commandLines([...call, '-H "Consent-ID: $CONSENT"', '-H "X-Request-ID: $ID"'])}`;
}

export function tokenCommand(values: CommandValues): string {
  const { apiBase, clientId, redirectUri } = values;
  return commandLines([
    `curl -sS ${quoteForShell(`${apiBase}/v2/openam/token`)}`,
    ...certificateOf(values),
    '-d grant_type=authorization_code',
    `--data-urlencode ${quoteForShell(`client_id=${clientId}`)}`,
    `--data-urlencode ${quoteForShell(`redirect_uri=${redirectUri}`)}`,
    '--data-urlencode "code=$CODE"',
  ]);
}

const BODY = {
  instructedAmount: { currency: 'EUR', amount: '12.50' },
  creditorName: 'Näidis Kohvik OÜ',
  creditorAccount: { iban: 'EE382200221020145685' },
  remittanceInformationUnstructured: 'Coffee',
};

export function signedPaymentCommand(values: CommandValues): string {
  const { apiBase, redirectUri, algorithm } = values;
  const call = commandLines([
    `curl -sS ${quoteForShell(`${apiBase}/v1/payments/sepa-credit-transfers`)}`,
    ...certificateOf(values),
    BEARER,
    "-H 'Content-Type: application/json'",
    "-H 'PSU-IP-Address: 192.0.2.10'",
    '-H "X-Request-ID: $ID"',
    '-H "TPP-Redirect-URI: $BACK"',
    '-H "Digest: $DIGEST"',
    '-H "TPP-Signature-Certificate: $(openssl x509 -in qseal.pem -outform DER | openssl base64 -A)"',
    String.raw`-H "Signature: keyId=\"SN=$SERIAL,CA=$ISSUER\",algorithm=\"${algorithm}\",headers=\"digest x-request-id tpp-redirect-uri\",signature=\"$SIGNATURE\""`,
    '-d "$BODY"',
  ]);
  return [
    `BODY=${quoteForShell(JSON.stringify(BODY))}`,
    `BACK=${quoteForShell(redirectUri)}`,
    NEW_ID,
    'DIGEST="SHA-256=$(printf %s "$BODY" | openssl dgst -sha256 -binary | openssl base64 -A)"',
    String.raw`SIGNATURE=$(printf 'digest: %s\nx-request-id: %s\ntpp-redirect-uri: %s' "$DIGEST" "$ID" "$BACK" \
  | openssl dgst -sha256 -sign qseal.key | openssl base64 -A)`,
    'SERIAL=$(openssl x509 -in qseal.pem -noout -serial | cut -d= -f2)',
    'ISSUER=$(openssl x509 -in qseal.pem -noout -issuer -nameopt RFC2253,-esc_msb,utf8 | cut -d= -f2-)',
    call,
  ].join('\n');
}
