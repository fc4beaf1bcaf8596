/** Of a key on P-256 that was thrown away. */
export const SIGNING_REQUEST = [
  '-----BEGIN CERTIFICATE REQUEST-----',
  'MIHIMHECAQAwDzENMAsGA1UEAwwEdGVzdDBZMBMGByqGSM49AgEGCCqGSM49AwEH',
  'A0IABCtCS2dCUi3iwvAOIDV79O5NznjVUnxIkYHEOaIjSU5gcqMO6Gjpy+hauyBf',
  'wnQzImio5g7hrq3fBE2ApeNvjzigADAKBggqhkjOPQQDAgNHADBEAiAXkwR34G8j',
  'x9vp/ZKlb2SHEbo/9Td2mLrd8uEr1phbVAIgcr/R8lCSOafSEbal/O9uboQ/zb6N',
  'yXcMIzOiTmG8EQc=',
  '-----END CERTIFICATE REQUEST-----',
].join('\n');
