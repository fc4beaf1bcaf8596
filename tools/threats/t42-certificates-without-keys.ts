import type { Threat } from './threat.ts';

const folder = 'apps/server/src/platform/tls';
const forged = 'apps/server/test/threats/forged-certificates.test.ts';
const proxies = `${folder}/proxy-header.test.ts`;
const listener = `${folder}/mtls-listener.test.ts`;
const header = `${folder}/proxy-header.ts`;
const options = `${folder}/mtls-listener.ts`;

export const T42: Threat = {
  id: 'T42',
  title: 'A certificate whose key the caller does not have: in a forged header, or of another connection',
  defence: 'Each connection proves its key; a header counts on the port for proxies only, from a trusted address and with a shared secret.',
  proofs: [
    {
      rule: 'a header of the caller counts nothing at the ordinary address',
      test: { file: forged, name: 'counts nothing at the ordinary address' },
      disable: { file: `${folder}/mtls-address.ts`, find: 'for (const name of PROXY_ONLY_HEADERS) delete raw.headers[name];', replace: '' },
    },
    {
      rule: 'nginx replaces what the caller wrote',
      test: { file: forged, name: 'is replaced at the address for mutual TLS of nginx, also if it comes twice' },
      disable: { file: 'deploy/nginx-mtls.conf', find: '  proxy_set_header X-SSL-Client-Cert $ssl_client_escaped_cert;\n', replace: '' },
    },
    {
      rule: 'the port for proxies believes trusted addresses only',
      test: { file: proxies, name: 'another address is refused with 403, also with the secret' },
      disable: { file: header, find: 'if (!isTrusted(address)) {', replace: "if (address === '' && !isTrusted(address)) {" },
    },
    {
      rule: 'a proxy sends the secret',
      test: { file: proxies, name: '%s: 403 that says why, also with a certificate' },
      disable: {
        file: header,
        find: "if (!isSecret(request.headers['x-portico-proxy-secret'])) {",
        replace: "if (address === '' && !isSecret('')) {",
      },
    },
    {
      rule: 'one header is believed, and the other is never read',
      test: { file: proxies, name: 'a call without a certificate has none, also when its sender wrote the other header, or one with underscores' },
      disable: {
        file: header,
        find: "header === 'Client-Cert' ? ofRfc9440",
        replace: "header === 'Client-Cert' || request.headers['client-cert'] !== undefined ? ofRfc9440",
      },
    },
    {
      rule: 'a connection continues no earlier one',
      test: { file: listener, name: 'continues no earlier one, with either version' },
      disable: {
        file: options,
        find: 'secureOptions: constants.SSL_OP_NO_RENEGOTIATION | constants.SSL_OP_NO_TICKET,',
        replace: 'secureOptions: constants.SSL_OP_NO_RENEGOTIATION,',
      },
    },
    {
      rule: 'the certificate of a connection cannot change',
      test: { file: listener, name: 'cannot be renegotiated' },
      disable: {
        file: options,
        find: 'secureOptions: constants.SSL_OP_NO_RENEGOTIATION | constants.SSL_OP_NO_TICKET,',
        replace: 'secureOptions: constants.SSL_OP_NO_TICKET,',
      },
    },
  ],
};
