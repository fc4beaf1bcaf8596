/** The request as an application with a certificate, or one that signs, sends it. */
import { isForm } from '@portico/contract/wire';
import { atMtlsOrigin } from '../../../shared/application/certificates.ts';
import type { SampleRequest, SampleSignature } from '../request/samples/sample-request.ts';

/** What the samples show of the application. */
export interface SampleIdentity {
  /** Undefined: no certificate. */
  readonly certificate: SampleConnection | undefined;
  /** Undefined: no signature. */
  readonly signature: SampleSignature | undefined;
  /** For a signed request of an operation that has no `X-Request-ID`. */
  readonly requestId: string;
}

interface SampleConnection {
  readonly mtlsOrigin: string;
  readonly isOfTestAuthority: boolean;
  /** True: the certificate replaces the client secret. */
  readonly replacesSecret: boolean;
}

const REQUEST_ID = 'X-Request-ID';

/** A request without an access token stays unsigned: the server knows the application that must sign by its token. */
export function identifyRequest(request: SampleRequest, { certificate, signature, requestId }: SampleIdentity): SampleRequest {
  const isSigned = signature !== undefined && request.headers.some(([name, value]) => name === 'Authorization' && value.startsWith('Bearer '));
  const connected = certificate === undefined ? request : connectWith(request, certificate);
  return isSigned ? { ...connected, headers: headersToSign(connected, requestId), signature } : connected;
}

function connectWith(request: SampleRequest, { mtlsOrigin, isOfTestAuthority, replacesSecret }: SampleConnection): SampleRequest {
  const { url, body, headers } = request;
  const hasForm = headers.some(([name, value]) => name === 'Content-Type' && isForm(value));
  return {
    ...request,
    url: atMtlsOrigin(url, mtlsOrigin),
    body: body !== undefined && hasForm && replacesSecret ? withoutSecret(body) : body,
    certificate: { isOfTestAuthority },
  };
}

/** @param form of the media type `application/x-www-form-urlencoded` */
function withoutSecret(form: string): string {
  return form
    .split('&')
    .filter((pair) => !pair.startsWith('client_secret='))
    .join('&');
}

/** A signature covers the id of the request, and values without the spaces around them, which HTTP leaves out. */
function headersToSign({ headers }: SampleRequest, requestId: string): SampleRequest['headers'] {
  const trimmed = headers.map(([name, value]) => [name, value.trim()] as const);
  return trimmed.some(([name]) => name.toLowerCase() === REQUEST_ID.toLowerCase()) ? trimmed : [...trimmed, [REQUEST_ID, requestId]];
}
