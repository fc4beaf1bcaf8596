import { jsonLiteral } from './literals.ts';
import type { SampleRequest, SampleSignature, SignatureAlgorithm } from './sample-request.ts';
import { signedHeaders, signedNames } from './signed-headers.ts';

/**
 * Python 3 with `requests`, and to sign with `cryptography`: the standard library signs nothing. The body is encoded here: given a text, `requests`
 * would send Latin-1.
 */
export function pythonSample(request: SampleRequest): string {
  const { method, url, headers, body, certificate, signature } = request;
  const dictionary = (indent: string) => [
    ...headers.map(([name, value]) => `${indent}    ${jsonLiteral(name)}: ${jsonLiteral(value)},`),
    `${indent}}`,
  ];
  const isSigned = signature !== undefined;
  return [
    ...(isSigned ? importLines(signature) : []),
    'import requests',
    '',
    ...(isSigned ? [`body = ${jsonLiteral(body ?? '')}.encode()`, 'headers = {', ...dictionary(''), ...signatureLines(request, signature), ''] : []),
    'response = requests.request(',
    `    ${jsonLiteral(method)},`,
    `    ${jsonLiteral(url)},`,
    ...(isSigned ? ['    headers=headers,'] : headers.length === 0 ? [] : ['    headers={', `${dictionary('    ').join('\n')},`]),
    ...(body === undefined ? [] : [`    data=${isSigned ? 'body' : `${jsonLiteral(body)}.encode()`},`]),
    ...(certificate === undefined ? [] : ['    cert=("qwac.pem", "qwac.key"),']),
    ...(certificate?.isOfTestAuthority === true ? ['    verify="portico-ca.pem",'] : []),
    '    timeout=30,',
    ')',
    'print(response.status_code, response.text)',
  ].join('\n');
}

/** The module of `cryptography` that its keys need, and the arguments of their method `sign` after the text. */
const KEYS: Readonly<Record<SignatureAlgorithm, { readonly module: string; readonly arguments: string }>> = {
  'ecdsa-sha256': { module: 'ec', arguments: 'ec.ECDSA(hashes.SHA256())' },
  'rsa-sha256': { module: 'padding', arguments: 'padding.PKCS1v15(), hashes.SHA256()' },
};

function importLines({ algorithm }: SampleSignature): string[] {
  return [
    'from base64 import b64encode',
    'from hashlib import sha256',
    'from cryptography import x509',
    'from cryptography.hazmat.primitives import hashes, serialization',
    `from cryptography.hazmat.primitives.asymmetric import ${KEYS[algorithm].module}`,
  ];
}

function signatureLines(request: SampleRequest, { algorithm }: SampleSignature): string[] {
  const names = ['Digest', ...signedHeaders(request).map(([name]) => name)].map(jsonLiteral).join(', ');
  return [
    'headers["Digest"] = "SHA-256=" + b64encode(sha256(body).digest()).decode()',
    `text = "\\n".join(f"{name.lower()}: {headers[name]}" for name in [${names}])`,
    'key = serialization.load_pem_private_key(open("qseal.key", "rb").read(), None)',
    `signature = b64encode(key.sign(text.encode(), ${KEYS[algorithm].arguments})).decode()`,
    'seal = x509.load_pem_x509_certificate(open("qseal.pem", "rb").read())',
    'key_id = f"SN={seal.serial_number:x},CA={seal.issuer.rfc4514_string()}"',
    'headers["TPP-Signature-Certificate"] = b64encode(seal.public_bytes(serialization.Encoding.DER)).decode()',
    `headers["Signature"] = f'keyId="{key_id}",algorithm="${algorithm}",headers="${signedNames(request)}",signature="{signature}"'`,
  ];
}
