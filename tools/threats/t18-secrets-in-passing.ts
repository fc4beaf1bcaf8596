import type { Threat } from './threat.ts';

export const T18: Threat = {
  id: 'T18',
  title: 'Secrets left behind in logs, addresses and caches',
  defence:
    'The finished line of the log is looked through for names and IBANs; answers are not stored and name no referrer; codes and tickets leave the address before anything is shown.',
  // The journey searches every storage and output of the browser for each token and secret that the explorer has sent.
  journeys: ['e2e/journeys/explorer-operations.spec.ts'],
  proofs: [
    {
      rule: 'a log line shows no secret by name',
      test: { file: 'apps/server/src/platform/telemetry/logger.test.ts', name: 'never shows %s, however deep it lies' },
      disable: { file: 'apps/server/src/platform/telemetry/logger.ts', find: 'redact(JSON.parse(line))', replace: 'JSON.parse(line)' },
    },
    {
      rule: 'a span names its route, never the address',
      test: { file: 'apps/server/test/processes/telemetry.test.ts', name: 'contains no token, id, account, name, personal code or mail address' },
      disable: {
        file: 'apps/server/src/platform/telemetry/observe-requests.ts',
        find: 'span.rename(`${methodOf(request)} ${route}`)',
        replace: 'span.rename(`${methodOf(request)} ${request.url}`)',
      },
    },
    {
      rule: 'a metric keeps no attribute that it does not declare',
      test: {
        file: 'apps/server/src/platform/telemetry/instrument.test.ts',
        name: 'keeps only the attributes that it declares',
      },
      disable: {
        file: 'apps/server/src/platform/telemetry/start-metrics.ts',
        find: 'return kept;',
        replace: 'return given;',
      },
    },
    {
      rule: 'a log line shows no whole IBAN',
      test: { file: 'apps/server/src/platform/telemetry/logger.test.ts', name: 'shows no full IBAN: in fields, messages, errors or their causes' },
      disable: {
        file: 'apps/server/src/platform/telemetry/redact.ts',
        find: "if (typeof value === 'string') return redactText(value);",
        replace: "if (typeof value === 'string') return value === '' ? redactText(value) : value;",
      },
    },
    {
      rule: 'an error of a library gives its words only',
      test: { file: 'apps/server/src/platform/telemetry/logger.test.ts', name: 'shows nothing of a cause that is not an error: %s' },
      disable: {
        file: 'apps/server/src/platform/telemetry/redact.ts',
        find: 'error.cause instanceof Error &&',
        replace: 'error.cause !== undefined &&',
      },
    },
    {
      rule: 'answers are stored by no cache',
      test: { file: 'apps/server/test/threats/header-set.test.ts', name: 'has Cache-Control: no-store' },
      disable: {
        file: 'apps/server/src/platform/http/security-headers.ts',
        find: "'cache-control': 'no-store',",
        replace: "'cache-control': 'private',",
      },
    },
    {
      rule: 'no address is told to where a page leads',
      test: { file: 'apps/server/test/threats/header-set.test.ts', name: 'is on every response of every route' },
      disable: { file: 'apps/server/src/platform/http/security-headers.ts', find: "    'referrer-policy': 'no-referrer',\n", replace: '' },
    },
    {
      rule: 'a ticket leaves the address',
      test: { file: 'apps/web/src/shared/storage/storage.test.ts', name: 'moves into the hash without the entry ticket, which can be taken once' },
      disable: {
        file: 'apps/web/src/shared/storage/initial-query.ts',
        find: '    query.delete(name);\n',
        replace: "    if (name !== 'entry') query.delete(name);\n",
      },
    },
    {
      rule: 'a verification token leaves the address',
      test: { file: 'apps/web/src/shared/storage/storage.test.ts', name: 'loses the verification token, which can be taken once' },
      disable: {
        file: 'apps/web/src/shared/storage/initial-query.ts',
        find: '    query.delete(name);\n',
        replace: "    if (name !== 'verification') query.delete(name);\n",
      },
    },
    {
      rule: 'an authorization code stays in memory',
      test: { file: 'apps/web/src/shared/storage/storage.test.ts', name: 'loses the authorization code, which is kept in memory only' },
      disable: {
        file: 'apps/web/src/shared/storage/initial-query.ts',
        find: '    query.delete(name);\n',
        replace: "    if (name !== 'code') query.delete(name);\n",
      },
    },
    {
      rule: 'an application’s request log shows no secret, whatever it is wrapped in',
      test: { file: 'apps/server/src/modules/request-log/mask.test.ts', name: 'hides fields with the name %s at any depth' },
      disable: {
        file: 'apps/server/src/modules/request-log/mask.ts',
        find: 'const isHidden = isSecret &&',
        replace: 'const isHidden = depth === 0 && isSecret &&',
      },
    },
    {
      rule: 'an application’s request log shows of headers only what is known to be harmless',
      test: {
        file: 'apps/server/src/modules/request-log/mask.test.ts',
        name: 'are logged only when they are known, and credentials and PSU-IP-Address are masked',
      },
      disable: {
        file: 'apps/server/src/modules/request-log/mask.ts',
        find: 'return maskHeaders(headers, (name) => REQUEST_HEADERS.has(name) || MORE_REQUEST_HEADERS.has(name));',
        replace: 'return maskHeaders(headers, () => true);',
      },
    },
    {
      rule: 'the form that the authorization server reads is masked field by field',
      test: {
        file: 'apps/server/test/journeys/request-log.test.ts',
        name: 'of the authorization server is logged under its client id, and with its body only if the secret is right',
      },
      disable: {
        file: 'apps/server/src/modules/request-log/capture-requests.ts',
        find: 'requestBody: isAuthenticated ? requestBody : undefined,',
        replace: 'requestBody: isAuthenticated ? request.body : undefined,',
      },
    },
    {
      rule: 'the explorer remembers no secret that was typed into a field',
      test: {
        file: 'apps/web/src/features/explorer/request/history/sent-request.test.ts',
        name: 'holds no token, secret, code or password from any field',
      },
      disable: {
        file: 'apps/web/src/features/explorer/request/history/sent-request.ts',
        find: 'const masked = maskText(value, secrets);',
        replace: 'const masked = value;',
      },
    },
    {
      rule: 'the explorer remembers no secret of a body',
      test: {
        file: 'apps/web/src/features/explorer/request/history/sent-request.test.ts',
        name: 'holds no token, secret, code or password from any field',
      },
      disable: { file: 'apps/web/src/features/explorer/request/history/sent-request.ts', find: 'maskBody(body, secrets)', replace: 'body' },
    },
    {
      rule: 'a link with parameters carries no secret',
      test: { file: 'apps/web/src/features/explorer/form/shared-address.test.ts', name: 'never carries %s, and never fills it in' },
      disable: { file: 'apps/web/src/features/explorer/form/shared-address.ts', find: '!isSecretName(name) && ', replace: '' },
    },
  ],
};
