import { phpLiteral } from './literals.ts';
import type { SampleRequest } from './sample-request.ts';

/** PHP 8 with its curl extension. */
export function phpSample({ method, url, headers, body }: SampleRequest): string {
  return [
    '<?php',
    `$curl = curl_init(${phpLiteral(url)});`,
    'curl_setopt_array($curl, [',
    `    CURLOPT_CUSTOMREQUEST => ${phpLiteral(method)},`,
    // A body is waited for otherwise, and none ever follows a head.
    ...(method === 'HEAD' ? ['    CURLOPT_NOBODY => true,'] : []),
    ...(headers.length === 0
      ? []
      : ['    CURLOPT_HTTPHEADER => [', ...headers.map(([name, value]) => `        ${phpLiteral(`${name}: ${value}`)},`), '    ],']),
    ...(body === undefined ? [] : [`    CURLOPT_POSTFIELDS => ${phpLiteral(body)},`]),
    '    CURLOPT_RETURNTRANSFER => true,',
    ']);',
    '$answer = curl_exec($curl);',
    'echo curl_getinfo($curl, CURLINFO_RESPONSE_CODE), " ", $answer === false ? curl_error($curl) : $answer, "\\n";',
  ].join('\n');
}
