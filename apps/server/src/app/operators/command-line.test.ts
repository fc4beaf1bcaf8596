import { describe, expect, it } from 'vitest';
import { readCommandLine } from './command-line.ts';

describe('the words of an operator', () => {
  it.each([
    [[], 'app suspend <clientId>'],
    [['app'], 'There is no command "app".'],
    [['app', 'destroy', 'x'], 'There is no command "app destroy x".'],
    [['toString'], 'There is no command "toString".'],
    [['app', 'suspend'], 'app suspend takes one argument, <clientId>.'],
    [['app', 'suspend', 'a', 'b'], 'app suspend takes one argument, <clientId>.'],
    [['developer', 'export', 'a@b.example'], 'developer export needs --to.'],
    [['developer', 'export', '--to', 'x.json'], 'developer export takes one argument, <email>.'],
    [['customer', 'export', 'x'], 'customer export needs --to.'],
    [['audit', 'verify', 'now'], 'audit verify takes no argument.'],
    [['audit', 'verify', '--since'], '--since needs a value.'],
    [['receipt', 'verify'], 'receipt verify takes one argument, <file>.'],
    [['keys', 'now'], 'keys takes no argument.'],
    [['report'], 'report takes one argument, <quarter>.'],
    [['provider', 'block', 'PSDEE-EFSA-1'], 'provider block needs --reason.'],
    [['provider', 'unblock', 'PSDEE-EFSA-1', '--reason'], '--reason needs a value.'],
    [['provider', 'show', 'PSDEE-EFSA-1', '--reason', 'x'], 'There is no option --reason. provider show takes --yes, --help.'],
    [['provider', 'block', '--reason', 'x'], 'provider block takes one argument, <organizationId>.'],
    [['provider', 'list', 'all'], 'provider list takes no argument.'],
    [['certificate', 'find'], 'certificate find takes one argument, <text>.'],
    [['certificate'], 'There is no command "certificate".'],
    [['trust'], 'There is no command "trust".'],
    [['trust', 'check', '--list', 'x.xml'], 'There is no option --list. trust check takes --yes, --help.'],
    [['replay'], 'replay needs --days.'],
    [['replay', '--days'], '--days needs a value.'],
    [['app', 'lift', 'x', '--force'], 'There is no option --force.'],
    [['maintenance'], 'There is no command "maintenance".'],
    [['maintenance', 'plan', '--from', '2027-01-01 10:00'], 'maintenance plan needs --until.'],
    [['maintenance', 'on', '--until'], '--until needs a value.'],
    [['maintenance', 'on', '--message-fr', 'Bonjour'], 'There is no option --message-fr.'],
    [['maintenance', 'on', 'now'], 'maintenance on takes no argument.'],
    [['maintenance', 'off', '--until', '2027-01-01 10:00'], 'There is no option --until.'],
    [['app', 'lift', 'x', '--force'], 'app lift takes --yes, --help.'],
    [['app', 'lift', 'x', '--force=now'], 'There is no option --force. app lift takes'],
    [['audit', 'verify', '--sinse=1:ab'], 'There is no option --sinse. audit verify takes --since, --yes, --help.'],
    [['audit', 'verify', '-s', '1:ab'], 'There is no option -s. audit verify takes --since'],
    [['audit', 'verify', '--no-since'], 'There is no option --no-since.'],
    [['audit', 'verify', '--toString'], 'There is no option --toString.'],
    [['audit', 'verify', '--__proto__=x'], 'There is no option --__proto__.'],
    [['find', '-pay_1'], 'An argument that begins with "-" stands behind "--".'],
    [['developer', 'erase', 'a@b.example', '--yes=no'], '--yes takes no value.'],
    [['developer', 'erase', 'a@b.example', '-y'], 'There is no option -y. developer erase takes --yes, --help.'],
    [['maintenance', 'on', '--until', '--message', 'x'], '--until needs a value. If the value is "--message", write --until=--message'],
    [['maintenance', 'on', '--until', '--yes'], '--until needs a value.'],
    [['replay', '--days', '-1'], '--days needs a value. If the value is "-1", write --days=-1'],
    [['replay', '--days=1', '--days', '2'], '--days is given twice.'],
    [['maintenance', '--', 'on', '--until', 'x'], 'maintenance on takes no argument.'],
    [['--until', '2027-01-01 10:00', 'maintenance'], 'There is no command "maintenance".'],
  ])('%j are a mistake, and what is right is said', (words, text) => {
    expect(readCommandLine(words)).toEqual({ mistake: expect.stringContaining(text) });
  });

  it.each([
    [['--help'], 'developer erase <email>'],
    [['-h'], 'developer erase <email>'],
    [['keys', '--help'], 'npm run portico -- keys\n'],
    [['-h', 'keys'], 'npm run portico -- keys\n'],
    [['app', 'lift', '-h', '--force'], 'npm run portico -- app lift <clientId>\n'],
    [['migrate', '--help'], 'npm run portico -- migrate\n'],
    [['seed', '--help'], 'npm run portico -- seed\n'],
    [['app', 'find', '--help'], 'npm run portico -- app find <text>\n'],
    [['app', 'suspend', '--help'], 'npm run portico -- app suspend <clientId>\n'],
    [['app', 'lift', 'x', '--help'], 'npm run portico -- app lift <clientId>\n'],
    [['developer', 'erase', '--help'], 'It cannot be undone'],
    [['developer', 'export', '--help'], 'without passwords, secrets and tokens'],
    [['customer', 'export', '--help'], 'a file that does not exist yet, needed'],
    [['audit', 'verify', '--help'], '--since <seal>'],
    [['audit', 'export', '--help'], 'npm run portico -- audit export\n'],
    [['receipt', 'verify', '--help'], 'npm run portico -- receipt verify <file>\n'],
    [['trust', 'check', '--help'], 'Verify the XML signature of each list before'],
    [['maintenance', 'on', '--help'], '--message-lt <text>'],
    [['maintenance', 'plan', '--help'], 'when it begins, needed'],
    [['maintenance', 'off', '--help'], 'takes back what is planned next'],
    [['maintenance', 'show', '--help'], 'one line of JSON'],
  ])('%j are explained', (words, text) => {
    expect(readCommandLine(words)).toEqual({ explanation: expect.stringContaining(text) });
  });

  it.each([
    [['keys'], { name: 'keys', about: '', isConfirmed: false, options: {} }],
    [['app', 'find', ''], { name: 'app find', about: '', isConfirmed: false, options: {} }],
    [['developer', 'erase', 'a@b.example', '--yes'], { name: 'developer erase', about: 'a@b.example', isConfirmed: true, options: {} }],
    [
      ['maintenance', 'on', '--until', '2027-01-01 10:00', '--message-ru', 'Работы'],
      { name: 'maintenance on', about: '', isConfirmed: false, options: { until: '2027-01-01 10:00', 'message-ru': 'Работы' } },
    ],
    [
      ['provider', 'block', 'VATEE-1', '--reason', 'The key was stolen.'],
      { name: 'provider block', about: 'VATEE-1', isConfirmed: false, options: { reason: 'The key was stolen.' } },
    ],
    [['certificate', 'find', 'AB:CD'], { name: 'certificate find', about: 'AB:CD', isConfirmed: false, options: {} }],
    [['trust', 'check'], { name: 'trust check', about: '', files: [], isConfirmed: false, options: {} }],
    [
      ['trust', 'check', 'ee.xml', '--', '-fi.xml'],
      { name: 'trust check', about: '', files: ['ee.xml', '-fi.xml'], isConfirmed: false, options: {} },
    ],
    [['replay', '--days=7'], { name: 'replay', about: '', isConfirmed: false, options: { days: '7' } }],
    [['--days', '7', 'replay'], { name: 'replay', about: '', isConfirmed: false, options: { days: '7' } }],
    [
      ['maintenance', 'on', '--message=-50 % = fewer'],
      { name: 'maintenance on', about: '', isConfirmed: false, options: { message: '-50 % = fewer' } },
    ],
    [['maintenance', 'on', '--message='], { name: 'maintenance on', about: '', isConfirmed: false, options: { message: '' } }],
    [['app', '--yes', 'find', '--', '--help'], { name: 'app find', about: '--help', isConfirmed: true, options: {} }],
    [['--yes', 'audit', 'verify'], { name: 'audit verify', about: '', isConfirmed: true, options: {} }],
  ])('%j are an order', (words, order) => {
    expect(readCommandLine(words)).toEqual(order);
  });
});
