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
    [['replay'], 'replay needs --days.'],
    [['replay', '--days'], '--days needs a value.'],
    [['app', 'lift', 'x', '--force'], 'There is no option --force.'],
    [['maintenance'], 'There is no command "maintenance".'],
    [['maintenance', 'plan', '--from', '2027-01-01 10:00'], 'maintenance plan needs --until.'],
    [['maintenance', 'on', '--until'], '--until needs a value.'],
    [['maintenance', 'on', '--message-fr', 'Bonjour'], 'There is no option --message-fr.'],
    [['maintenance', 'on', 'now'], 'maintenance on takes no argument.'],
    [['maintenance', 'off', '--until', '2027-01-01 10:00'], 'There is no option --until.'],
  ])('%j are a mistake, and what is right is said', (words, text) => {
    expect(readCommandLine(words)).toEqual({ mistake: expect.stringContaining(text) });
  });

  it.each([
    [['--help'], 'developer erase <email>'],
    [['keys', '--help'], 'npm run portico -- keys\n'],
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
    [['--yes', 'audit', 'verify'], { name: 'audit verify', about: '', isConfirmed: true, options: {} }],
  ])('%j are an order', (words, order) => {
    expect(readCommandLine(words)).toEqual(order);
  });
});
