import { phpLiteral } from './literals.ts';
import type { SampleRequest, SampleSignature } from './sample-request.ts';
import { signedLines, signedNames } from './signed-headers.ts';

/** PHP 8 with its curl extension, and to sign with its openssl extension. */
export function phpSample(request: SampleRequest): string {
  const { method, url, headers, body, certificate, signature } = request;
  const isSigned = signature !== undefined;
  const lines = [
    ...headers.map(([name, value]) => phpLiteral(`${name}: ${value}`)),
    ...(isSigned
      ? ['"Digest: $digest"', "\"TPP-Signature-Certificate: \" . preg_replace('/-----[A-Z ]+-----|\\s/', '', $seal)", '"Signature: $signature"']
      : []),
  ];
  return [
    '<?php',
    ...(isSigned ? signatureLines(request, signature) : []),
    `$curl = curl_init(${phpLiteral(url)});`,
    'curl_setopt_array($curl, [',
    `    CURLOPT_CUSTOMREQUEST => ${phpLiteral(method)},`,
    // A body is waited for otherwise, and none ever follows a head.
    ...(method === 'HEAD' ? ['    CURLOPT_NOBODY => true,'] : []),
    ...(certificate === undefined ? [] : ["    CURLOPT_SSLCERT => 'qwac.pem',", "    CURLOPT_SSLKEY => 'qwac.key',"]),
    ...(certificate?.isOfTestAuthority === true ? ["    CURLOPT_CAINFO => 'portico-ca.pem',"] : []),
    ...(lines.length === 0 ? [] : ['    CURLOPT_HTTPHEADER => [', ...lines.map((line) => `        ${line},`), '    ],']),
    ...(body === undefined ? [] : [`    CURLOPT_POSTFIELDS => ${isSigned ? '$body' : phpLiteral(body)},`]),
    '    CURLOPT_RETURNTRANSFER => true,',
    ']);',
    '$answer = curl_exec($curl);',
    'echo curl_getinfo($curl, CURLINFO_RESPONSE_CODE), " ", $answer === false ? curl_error($curl) : $answer, "\\n";',
  ].join('\n');
}

function signatureLines(request: SampleRequest, { algorithm }: SampleSignature): string[] {
  const lines = ['"digest: $digest"', ...signedLines(request).map(phpLiteral)].join(', ');
  return [
    `$body = ${phpLiteral(request.body ?? '')};`,
    "$digest = 'SHA-256=' . base64_encode(hash('sha256', $body, true));",
    `openssl_sign(implode("\\n", [${lines}]), $signed, file_get_contents('qseal.key'), OPENSSL_ALGO_SHA256);`,
    "openssl_x509_export(file_get_contents('qseal.pem'), $seal);",
    "['serialNumberHex' => $serial, 'issuer' => $issuer] = openssl_x509_parse($seal);",
    '$name = implode(\',\', array_map(fn ($type, $value) => "$type=$value", array_keys($issuer), $issuer));',
    `$signature = "keyId=\\"SN=$serial,CA=$name\\",algorithm=\\"${algorithm}\\",headers=\\"${signedNames(request)}\\",signature=\\"" . base64_encode($signed) . '"';`,
  ];
}
