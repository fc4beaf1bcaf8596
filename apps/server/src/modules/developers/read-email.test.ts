import { describe, expect, it } from 'vitest';
import { readEmail } from './read-email.ts';

describe('an e-mail address', () => {
  it.each([
    ['mari@example.com', 'mari@example.com'],
    ['  Mari.Maasikas+portico@Sub.Example.COM ', 'mari.maasikas+portico@sub.example.com'],
    ["o'brien_{x}@example.co.uk", "o'brien_{x}@example.co.uk"],
    ['a@xn--bcher-kva.example', 'a@xn--bcher-kva.example'],
    [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
  ])('%j is kept as %j', (given, email) => {
    expect(readEmail(given)).toBe(email);
  });

  it.each([
    '',
    'mari',
    '@example.com',
    'mari@',
    'mari@example',
    'mari@@example.com',
    'mari@a@example.com',
    'mari@example..com',
    'mari@-example.com',
    'mari@example.com.',
    'mari@[127.0.0.1]',
    'mari@127.0.0.1',
    '.mari@example.com',
    'mari..m@example.com',
    'mari.@example.com',
    '"mari"@example.com',
    'mari(comment)@example.com',
    'Mari <mari@example.com>',
    '<mari@example.com>',
    'mari@example.com,evil@example.org',
    'mari@example.com;evil@example.org',
    'mari evil@example.com',
    'a@b.example\r\nBcc: victim@example.org',
    'a@b.example\nBcc: victim@example.org',
    'a@b.example\r\n',
    'a\r@b.example',
    'a@b.example\0',
    'a@b.example%0d%0aBcc:victim@example.org',
    'a@b.example\u2028Bcc: victim@example.org',
    'a\tb@example.com',
    'mаri@example.com',
    'mari@exаmple.com',
    'mari@example\u3002com',
    'mari\uff20example.com',
    '\u212Aelvin@example.com',
    'mar\u0131@example.com',
    'ma\u0301ri@example.com',
    'mari@example.com\u200b',
    '\u202emari@example.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(64)}.example`,
    `a@${'b.'.repeat(126)}example`,
    `${'a'.repeat(50_000)}@example.com`,
  ])('%j is refused', (given) => {
    expect(readEmail(given)).toBeUndefined();
  });
});
