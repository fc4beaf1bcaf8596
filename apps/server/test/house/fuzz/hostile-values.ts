/** Values that stand in the place of a good one. */

const LONG = 'x'.repeat(20_000);

/** Of every type; `undefined` takes the field away. */
export const ANY_VALUES: readonly unknown[] = [
  ...[undefined, null, true, false, 0, -0, 1, -1, 0.1, 1e-7, 1e21, 1e308, 2 ** 53, -(2 ** 63), 2 ** 31],
  ...['', ' ', '\t', '\n', '0', '-1', '1e3', '0x10', '١٢', 'NaN', 'null', 'true', 'undefined', LONG, 'x'.repeat(36), 'x'.repeat(141)],
  ...[
    'é',
    'e\u0301',
    'Å',
    'A\u030a',
    'ß',
    'ﬁ',
    'Ł',
    '&',
    '<b>',
    '"',
    "'",
    '\\',
    '%00',
    '\u200b',
    '\u202e',
    '\ufeff',
    '💶',
    '👩‍👩‍👧',
    '\ud83d',
    '\u0000',
    'İ',
    'ǅ',
  ],
  ...["' or 1=1 --", '{{1+1}}', '../../etc/passwd', '__proto__', 'constructor', 'javascript:alert(1)', '\r\nX-Injected: 1'],
  ...[[], {}, [[]], [{}], [null], ['x'], { x: 1 }, { toString: 1 }, { length: 1e9 }, Array.from({ length: 300 }, () => 'x'), nested(40)],
];

export const DATES: readonly unknown[] = [
  ...['0000-01-01', '0001-01-01', '1582-10-10', '1969-12-31', '1970-01-01', '9999-12-31', '10000-01-01', '+010000-01-01', '-000001-01-01'],
  ...['2027-02-29', '2028-02-29', '2100-02-29', '2026-02-30', '2026-04-31', '2026-00-10', '2026-13-01', '2026-12-00', '2026-12-32'],
  ...['2026-03-29', '2026-10-25', '2027-03-28', '2027-10-31', '2026-12-25', '2027-01-01', '2027-03-26', '2027-02-28', '2028-02-28'],
  ...['2026-1-1', '26-01-01', '20260101', '2026-01-01T00:00:00Z', '2026-01-01T02:30:00+02:00', '2026-01-01 ', '２０２６-01-01', '2026-W01-1', 0],
];

export const IBANS: readonly unknown[] = [
  ...['EE869800100045081764', 'ee869800100045081764', 'EE86 9800 1000 4508 1764', ' EE869800100045081764', 'EE869800100045081765', 'EE00', 'EE'],
  ...[
    'EE8698001000450817640',
    'EE86980010004508176',
    'LV80BANK0000435195001',
    'LT121000011101001000',
    'GB82WEST12345698765432',
    'GI75NWBK000000007099453',
  ],
  ...['RS35260005601001611379', 'ME25505000012345678951', 'AL47212110090000000235698741', 'MK07250120000058984', 'MT84MALT011000012345MTLCAST001S'],
  ...[
    'XX869800100045081764',
    '00869800100045081764',
    'EE86980010004508176Ä',
    'ЕЕ869800100045081764',
    'EE86-9800-1000-4508-1764',
    'DE89370400440532013000',
  ],
];

export const AMOUNTS: readonly unknown[] = [
  ...['0', '0.00', '0.01', '0.001', '00.01', '-0.01', '-1', '+1', '1', '1.', '.5', '1.0', '1.00', '1.000', '1,00', '1 000.00', '1e2', '0x1', '１.00'],
  ...['999999999.99', '1000000000.00', '99999999999999999999', '9007199254740993.00', 'Infinity', 'NaN', '1.00 ', ' 1.00', '1.0.0', 1, 1.0, 0.1],
];

export const ENUMERATED: readonly unknown[] = [
  ...[
    'EUR',
    'eur',
    'EURO',
    'XXX',
    'USD',
    'GBP',
    'JPY',
    'Daily',
    'daily',
    'Weekly',
    'Monthly',
    'MONTHLY',
    'Annual',
    'MonthlyVariable',
    'EveryTwoWeeks',
  ],
  ...[
    'following',
    'preceding',
    'FOLLOWING',
    '1',
    '01',
    '31',
    '32',
    '0',
    '00',
    '-1',
    'booked',
    'pending',
    'both',
    'information',
    'all',
    'BOOKED',
    'Ee',
    'zz',
  ],
];

export const HEADER_VALUES: readonly string[] = [
  ...[
    '',
    ' ',
    'x',
    '0',
    '-1',
    'true',
    'True',
    'TRUE',
    'false',
    'False',
    '1',
    'yes',
    'null',
    'x'.repeat(5_000),
    '\u00e9\u00ff',
    ',',
    ';',
    ',,,',
    '"',
    '*',
    '*/*',
  ],
  ...['::1', '::ffff:192.0.2.1', '192.0.2.1, 192.0.2.2', '192.0.2.256', '0300.0.2.1', 'fe80::1%eth0', '2001:db8::g', '127.1'],
  ...[
    '99391c7e-ad88-49ec-a2ad-99ddcb1f7721',
    '99391C7E-AD88-49EC-A2AD-99DDCB1F7721',
    '{99391c7e-ad88-49ec-a2ad-99ddcb1f7721}',
    '00000000-0000-0000-0000-000000000000',
  ],
  ...[
    'https://evil.example/',
    '//evil.example',
    'javascript:alert(1)',
    'http://127.0.0.1:3001/back?x=[]{}|^`',
    'http://127.0.0.1:3001/%zz',
    'http://[::1',
    'https://user:pw@x/',
  ],
  ...[
    'application/json',
    'application/json; charset=utf-16',
    'application/json;charset=utf-8',
    'application/xml',
    'text/html;q=0, */*;q=0.1',
    'text/plain',
    'multipart/form-data',
  ],
  ...[
    'gzip',
    'br;q=0',
    'identity;q=0',
    'et',
    'lv;q=0.5, ru',
    'xx-YY',
    '*;q=0',
    'Bearer x',
    'bearer x',
    'Basic !!!',
    'Basic Og==',
    'Digest x',
    'Bearer x y',
    'W/"x"',
    '"x", "y"',
  ],
];

/** Names of headers that a document does not name and a server reads. */
export const OTHER_HEADERS = [
  ...[
    'accept',
    'accept-language',
    'accept-encoding',
    'content-type',
    'content-encoding',
    'if-none-match',
    'origin',
    'cookie',
    'forwarded',
    'x-forwarded-for',
  ],
  ...[
    'x-forwarded-proto',
    'x-http-method-override',
    'psu-ip-address',
    'psu-id',
    'psu-user-agent',
    'tpp-redirect-preferred',
    'consent-id',
    'digest',
    'signature',
  ],
];

function nested(levels: number): unknown {
  let value: unknown = 'x';
  for (let level = 0; level < levels; level += 1) value = { x: value };
  return value;
}
