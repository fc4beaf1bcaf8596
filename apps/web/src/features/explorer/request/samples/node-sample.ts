import { jsonLiteral } from './literals.ts';
import type { SampleCertificate, SampleRequest, SampleSignature } from './sample-request.ts';
import { signedHeaders, signedNames } from './signed-headers.ts';

/** An ECMAScript module for Node: `fetch` cannot attach a certificate, and a browser holds no keys. */
export function nodeSample(request: SampleRequest, isTyped: boolean): string {
  const { headers, body, certificate, signature } = request;
  return [
    ...(signature === undefined ? [] : ['import { createHash, sign, X509Certificate } from "node:crypto";']),
    ...(certificate === undefined ? [] : ['import { once } from "node:events";']),
    'import { readFileSync } from "node:fs";',
    ...(certificate === undefined ? [] : ['import { request } from "node:https";', 'import { text } from "node:stream/consumers";']),
    '',
    ...(body === undefined && signature === undefined ? [] : [`const body = ${jsonLiteral(body ?? '')};`]),
    `const headers${isTyped ? ': Record<string, string>' : ''} = {`,
    ...headers.map(([name, value]) => `  ${jsonLiteral(name)}: ${jsonLiteral(value)},`),
    '};',
    ...(signature === undefined ? [] : signatureLines(request, signature)),
    '',
    ...(certificate === undefined ? fetchLines(request) : httpsLines(request, certificate)),
  ].join('\n');
}

function signatureLines(request: SampleRequest, { algorithm }: SampleSignature): string[] {
  const names = ['Digest', ...signedHeaders(request).map(([name]) => name)].map(jsonLiteral).join(', ');
  return [
    'headers["Digest"] = "SHA-256=" + createHash("sha256").update(body).digest("base64");',
    `const lines = [${names}].map((name) => \`\${name.toLowerCase()}: \${headers[name]}\`);`,
    'const signature = sign("sha256", Buffer.from(lines.join("\\n")), readFileSync("qseal.key")).toString("base64");',
    'const seal = new X509Certificate(readFileSync("qseal.pem"));',
    `const keyId = \`SN=\${seal.serialNumber},CA=\${seal.issuer.replaceAll("\\n", ",")}\`;`,
    'headers["TPP-Signature-Certificate"] = seal.raw.toString("base64");',
    `headers["Signature"] = \`keyId="\${keyId}",algorithm="${algorithm}",headers="${signedNames(request)}",signature="\${signature}"\`;`,
  ];
}

function httpsLines({ method, url, body }: SampleRequest, { isOfTestAuthority }: SampleCertificate): string[] {
  return [
    `const call = request(${jsonLiteral(url)}, {`,
    `  method: ${jsonLiteral(method)},`,
    '  headers,',
    '  cert: readFileSync("qwac.pem"),',
    '  key: readFileSync("qwac.key"),',
    ...(isOfTestAuthority ? ['  ca: readFileSync("portico-ca.pem"),'] : []),
    '});',
    `call.end(${body === undefined ? '' : 'body'});`,
    'const [response] = await once(call, "response");',
    'console.log(response.statusCode, await text(response));',
  ];
}

function fetchLines({ method, url, body }: SampleRequest): string[] {
  return [
    `const response = await fetch(${jsonLiteral(url)}, { method: ${jsonLiteral(method)}, headers${body === undefined ? '' : ', body'} });`,
    'console.log(response.status, await response.text());',
  ];
}
