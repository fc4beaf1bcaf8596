/** Shell commands with the developer's own values (specification §7, "Sample calls"). They run in bash as printed. */
import type { BankCountry } from '@portico/contract/values';
import { commandLines as lines, quoteForShell as quote } from '../../shared/portal/code/shell.ts';

export interface SampleValues {
  /** Absolute, no trailing slash. */
  readonly apiBase: string;
  readonly accessToken: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  readonly bankCountry: BankCountry;
  /** New for each page view, so that repeated commands can be recognised. */
  readonly state: string;
  readonly nonce: string;
}

type Parameters = Readonly<Record<string, string>>;

/** Extracts the code from the final address of the authorization. */
const CODE_OUT_OF_ADDRESS = "sed -n 's/.*[?&]code=\\([^&#]*\\).*/\\1/p'";

export function accountsCommand({ apiBase, accessToken }: SampleValues): string {
  return lines([`curl -sS ${quote(`${apiBase}/v1/account-list`)}`, `-H ${quote(`Authorization: Bearer ${accessToken}`)}`]);
}

export function version1CodeCommand(values: SampleValues): string {
  return codeCommand(`${values.apiBase}/v1/am/oauth2/authorize`, { ...authorizationParameters(values), bypass: 'true' });
}

export function version1TokenCommand(values: SampleValues): string {
  const { apiBase, clientId, clientSecret, redirectUri } = values;
  const parameters = {
    client_id: clientId,
    client_secret: clientSecret,
    redirect_uri: redirectUri,
    realm: 'psd2',
    grant_type: 'authorization_code',
  };
  return lines([`curl -sS ${quote(`${apiBase}/v1/openam/oauth2/access_token`)}`, ...dataOf(parameters), '--data-urlencode "code=$CODE"']);
}

export function version2CodeCommand(values: SampleValues): string {
  return codeCommand(`${values.apiBase}/v2/am/realms/psd2/protocol/openid-connect/auth`, { ...version2Parameters(values), bypass: 'true' });
}

export function version2TokenCommand({ apiBase, clientId, clientSecret, redirectUri }: SampleValues): string {
  // `refresh_token` is empty here; a refresh request sends it instead of the code.
  const fixed = JSON.stringify({
    client_id: clientId,
    client_secret: clientSecret,
    redirect_uri: redirectUri,
    grant_type: 'authorization_code',
    refresh_token: '',
  });
  const body = `${quote(`${fixed.slice(0, -1)},"code":"`)}"$CODE"${quote('"}')}`;
  return lines([`curl -sS ${quote(`${apiBase}/v2/openam/token`)}`, `-H ${quote('Content-Type: application/json')}`, `-d ${body}`]);
}

/** The same first step in a browser: it opens the bank's sign-in page. */
export function version1Address(values: SampleValues): string {
  return `${values.apiBase}/v1/am/oauth2/authorize?${new URLSearchParams(authorizationParameters(values)).toString()}`;
}

export function version2Address(values: SampleValues): string {
  return `${values.apiBase}/v2/am/realms/psd2/protocol/openid-connect/auth?${new URLSearchParams(version2Parameters(values)).toString()}`;
}

function authorizationParameters({ clientId, redirectUri, bankCountry }: SampleValues): Parameters {
  return {
    client_id: clientId,
    redirect_uri: redirectUri,
    fpgurl: redirectUri,
    bank_country: bankCountry,
    realm: 'psd2',
    locale: 'en',
    response_type: 'code',
    scope: 'openid',
  };
}

function version2Parameters(values: SampleValues): Parameters {
  return { ...authorizationParameters(values), state: values.state, nonce: values.nonce };
}

/** Keeps cookies in memory (`-b ''`); the final address contains the code. */
function codeCommand(address: string, parameters: Parameters): string {
  const ask = lines([`curl -sSL -b '' -o /dev/null -w '%{url_effective}' -G ${quote(address)}`, ...dataOf(parameters)]);
  return `CODE=$(${ask} \\\n  | ${CODE_OUT_OF_ADDRESS})\necho "$CODE"`;
}

function dataOf(parameters: Parameters): string[] {
  return Object.entries(parameters).map(([name, value]) => `--data-urlencode ${quote(`${name}=${value}`)}`);
}
