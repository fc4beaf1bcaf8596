/** A run says what `npm audit` found, and also when it could not ask. */
import { describe, expect, it } from 'vitest';
import { describeAudit } from './audit.mjs';

describe('the report of known vulnerabilities', () => {
  it('names each package with its severity', () => {
    const vulnerabilities = {
      example: { name: 'example', severity: 'high', range: '<1.2.3', fixAvailable: true },
      other: { name: 'other', severity: 'low', range: '*', fixAvailable: false },
    };
    expect(describeAudit(JSON.stringify({ auditReportVersion: 2, vulnerabilities })).split('\n')).toEqual([
      'npm audit: known vulnerabilities in 2 packages of the servers and pages:',
      '  example <1.2.3: high',
      '  other *: low, no fix yet',
    ]);
  });

  it('says that there are none', () => {
    expect(describeAudit('{"vulnerabilities":{}}')).toContain('no known vulnerability');
  });

  it.each([
    ['a registry without advisories', '{"message":"405 Method Not Allowed","error":{"summary":""}}', '405 Method Not Allowed'],
    ['no registry', '{"message":"request failed: getaddrinfo ENOTFOUND"}', 'ENOTFOUND'],
    ['no answer within the time', '', 'no answer'],
    ['something else than JSON', '<html>', 'no answer'],
  ])('says that it could not ask: %s', (_case, text, reason) => {
    expect(describeAudit(text)).toMatch(/^npm audit: not run/);
    expect(describeAudit(text)).toContain(reason);
  });
});
