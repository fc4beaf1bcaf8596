import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readHtml } from './read-html.ts';
import { sanitiseHtml, writeHtml } from './write-html.ts';

describe('allowed HTML', () => {
  it.each([
    ['words with their form', '<p>A <b>bold</b> <i>word</i>, <code>x</code></p>', '<p>A <strong>bold</strong> <em>word</em>, <code>x</code></p>'],
    ['headings, never of the first level', '<h1>A</h1><h6>B</h6>', '<h2>A</h2><h4>B</h4>'],
    ['lists', '<ul><li>a<li>b<ol><li>c</ol></ul>', '<ul><li>a</li><li>b<ol><li>c</li></ol></li></ul>'],
    ['tables', '<table><tr><th>A<td>b<tr><td></table>', '<table><tbody><tr><th>A</th><td>b</td></tr><tr><td></td></tr></tbody></table>'],
    ['line breaks', 'a<br/>b<hr>c', 'a<br>b<hr>c'],
    ['the words of what has no form here', 'a<span lang=et>b</span><blink>c</blink>', 'abc'],
    ['lines', '<div>a<div>b</div><section><p>c</section></div>d', '<p>a</p><p>b</p><p>c</p>d'],
    ['the words for a picture', 'x <img src=//canary.example alt="a map">', 'x a map'],
    ['signs', 'a &lt; b &amp;&nbsp;c &unknown; 1 < 2', 'a &lt; b &amp;\u00a0c &amp;unknown; 1 &lt; 2'],
    ['a word that belongs to no item or cell', '<ul>a</ul><table>b</table>', '<ul><li>a</li></ul><table><tbody><tr><td>b</td></tr></tbody></table>'],
  ])('keeps %s', (_name, html, expected) => {
    expect(sanitiseHtml(html)).toBe(expected);
  });
  it.each(['#/welcome', '#/how-to-api?section=x', 'https://bank.example/x?y=1&z=2#w', 'mailto:help@bank.example?subject=x'])(
    'keeps a link to %s',
    (href) => {
      expect(readHtml(`<a href="${href.replaceAll('&', '&amp;')}">x</a>`)).toEqual([{ tag: 'a', href, children: ['x'] }]);
    },
  );
  it('gives links no opener and no referrer', () => {
    expect(sanitiseHtml('<a href="https://bank.example" target="_blank">x</a>')).toBe(
      '<a href="https://bank.example" rel="noopener noreferrer">x</a>',
    );
  });
});

describe('named and numbered characters', () => {
  it.each([
    ['Estonian', '&auml;&otilde;&ouml;&uuml;&scaron;&zcaron; &Auml;&Otilde;&Ouml;&Uuml;&Scaron;&Zcaron;', 'äõöüšž ÄÕÖÜŠŽ'],
    [
      'Latvian',
      '&amacr;&ccaron;&emacr;&#291;&imacr;&kcedil;&lcedil;&ncedil;&scaron;&umacr;&zcaron; &Amacr;&Ccaron;&Emacr;&Gcedil;&Imacr;&Kcedil;&Lcedil;&Ncedil;&Scaron;&Umacr;&Zcaron;',
      'āčēģīķļņšūž ĀČĒĢĪĶĻŅŠŪŽ',
    ],
    [
      'Lithuanian',
      '&aogon;&ccaron;&eogon;&edot;&iogon;&scaron;&uogon;&umacr;&zcaron; &Aogon;&Ccaron;&Eogon;&Edot;&Iogon;&Scaron;&Uogon;&Umacr;&Zcaron;',
      'ąčęėįšųūž ĄČĘĖĮŠŲŪŽ',
    ],
    [
      'Russian',
      '&acy;&bcy;&vcy;&gcy;&dcy;&iecy;&iocy;&zhcy;&zcy;&icy;&jcy;&kcy;&lcy;&mcy;&ncy;&ocy;&pcy;&rcy;&scy;&tcy;&ucy;&fcy;&khcy;&tscy;&chcy;&shcy;&shchcy;&hardcy;&ycy;&softcy;&ecy;&yucy;&yacy; &YAcy;&IOcy;&numero;',
      'абвгдеёжзийклмнопрстуфхцчшщъыьэюя ЯЁ№',
    ],
    [
      'English',
      '&pound;&euro;&sect;&copy;&reg;&trade;&frac12;&eacute;&iuml;&ldquo;&rdquo;&lsquo;&rsquo;&ndash;&mdash;&hellip;&bull;&dagger;',
      '£€§©®™½éï“”‘’–—…•†',
    ],
    ['all, by number', '&#353;&#x161;&#X161;&#382 &#x1F600;', 'šššž 😀'],
    ['none, without a semicolon where the standard asks for one', '&scaron &iogon', '&scaron &iogon'],
    ['all, without a semicolon where the standard allows it', '&auml &copy2026 &ampx', 'ä ©2026 &x'],
    ['none that the standard does not name', '&unknown; &bogus; & &; &#; &#x;', '&unknown; &bogus; & &; &#; &#x;'],
  ])('of %s are decoded as the HTML standard requires', (_language, html, text) => {
    expect(readHtml(html)).toEqual([text]);
    expect(readHtml(`<p>${html}</p>`)).toEqual([{ tag: 'p', children: [text] }]);
    expect(readHtml(`<img alt="${html.replaceAll('&copy2026', '&copy;2026').replaceAll('&ampx', '&amp;x')}">`)).toEqual([text]);
  });

  it.each(['&#0;', '&#xD800;', '&#x110000;', '&#99999999;'])('%s, which is no character, becomes a replacement character', (html) => {
    expect(readHtml(html)).toEqual(['\ufffd']);
  });

  it.each(['&#1;', '&#x7f;', '&#13;', '\u009f'])('%j, which is invisible, is dropped', (html) => {
    expect(readHtml(`a${html}b`)).toEqual(['ab']);
  });

  it('a query parameter that looks like a named character is unchanged', () => {
    expect(readHtml('<a href="https://bank.example/?a=1&copy=2&sect=3">x</a>')).toEqual([
      { tag: 'a', href: 'https://bank.example/?a=1&copy=2&sect=3', children: ['x'] },
    ]);
  });

  it('a character is decoded once', () => {
    expect(readHtml('&amp;scaron; &amp;lt;b&amp;gt; &lt;b&gt;')).toEqual(['&scaron; &lt;b&gt; <b>']);
    expect(sanitiseHtml('&lt;b&gt;')).toBe('&lt;b&gt;');
  });
});

describe('forbidden HTML', () => {
  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    '&#106;avascript:alert(1)',
    'javascript&colon;alert(1)',
    ' javascript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'http://bank.example',
    '//bank.example',
    '\\\\bank.example',
    'https:bank.example',
    'https://user@bank.example',
    'https://bank.example\\@evil.example',
    '/bank/device',
    '?m=login',
    '',
  ])('loses a link to %j, but keeps its text', (href) => {
    expect(sanitiseHtml(`<a href="${href}">x</a>`)).toBe('x');
  });
  it.each([
    ['scripts', 'a<script>alert(1)</script>b', 'ab'],
    ['scripts that hold tags', '<script>"<p>"</script >b', 'b'],
    ['styles', '<style>*{}</style>b', 'b'],
    ['forms, but not their words', '<form action=//x><input name=q>a</form>', '<p>a</p>'],
    ['frames', '<iframe srcdoc="<script>1</script>">x</iframe>b', 'b'],
    ['drawings and formulas with all in them', '<svg><svg></svg><p>x</p></svg><math><mi>y</mi></math>b', 'b'],
    ['pictures', '<img src=x onerror=alert(1)>b', 'b'],
    ['every attribute', '<p onclick=x style=y id=z class=w name=v>a</p>', '<p>a</p>'],
    ['comments', 'a<!-- <p> -->b<!-->c<!x>d<?y?>e</ z>f', 'abcdef'],
    ['what never ends', 'a<p title="', 'a'],
    ['a tag that stops in its name', 'a<p', 'a'],
    ['an end that never ends', '<p>a</p title="', '<p>a</p>'],
    ...[
      '<p',
      '<script',
      '<scr',
      '<t',
      '<title',
      '<title ',
      '<b/',
      '</p',
      '</b ',
      '</script',
      '<a href',
      '<a href=',
      '<a href="x',
      '<!',
      '<!-',
      '<?',
      '<![CD',
    ].map((start): [string, string, string] => [`${start}, cut short`, `a${start}`, 'a']),
    ['a comment that never ends', 'a<!-- b', 'a'],
    ['a comment that is ended wrongly', 'a<!-- <b> --!>c', 'ac'],
    ['a script that never ends', 'a<script>b', 'a'],
    ['a script whose end has a space before its name', 'a<script>b</ script>c', 'a'],
    ['a script in capitals', 'a<SCRIPT>b</sCrIpT >c', 'ac'],
    ['a section for XML', 'a<![CDATA[b]]>c', 'ac'],
    ['a declaration', '<!DOCTYPE html "a>b">c', 'b&quot;&gt;c'],
    ['all behind plaintext', 'a<plaintext>b</plaintext>c', 'a'],
    ['the second of two addresses', '<a href="#/x" href="javascript:1">a</a>', writeHtml(readHtml('<a href="#/x">a</a>'))],
    ['a bracket in quotation marks of a tag', `<p title='>' lang=">">a</p>`, '<p>a</p>'],
    ['ends without a beginning', '</b></p></table>a', 'a'],
    ['elements that end in the wrong order', '<b><i>a</b>b</i>', '<strong><em>a</em></strong>b'],
    ['empty elements', '<p></p><ul></ul><strong></strong>a', 'a'],
    ['parts without a whole', '<li>a</li><td>b</td>', '<p>a</p><p>b</p>'],
    ['a link in a link', '<a href="#/x">a<a href="#/y">b</a></a>', writeHtml(readHtml('<a href="#/x">a</a><a href="#/y">b</a>'))],
    ['what cannot be seen', 'a\u0000\u0007b', 'ab'],
  ])('loses %s', (_name, html, expected) => {
    expect(sanitiseHtml(html)).toBe(expected);
  });
  it('loses lists below the sixth level, but keeps their text', () => {
    const html = sanitiseHtml(`${'<ul><li>'.repeat(5000)}x`);
    expect(html.match(/<ul>/g)).toHaveLength(6);
    expect(html).toContain('x');
  });
});

const PIECES = [
  ...['<p>', '</p>', '<b>', '</strong>', '<a href="#/x">', '</a>', '<ul>', '</ul>', '<li>', '<ol>', '<table>', '</table>', '<tr>', '<td>', '<th>'],
  ...['<thead>', '<blockquote>', '</blockquote>', '<pre>', '<br>', '<hr>', '<h2>', '<div>', '<svg>', '</svg>', '<script>', '</script>', '<!--'],
  ...['-->', '<', '>', '&', '&lt;', '&amp;lt;', '&#60;', '"', "'", '=', '/', ' ', '\n', 'x', '<p x="', '<math>', '<title>', '</title>', '<template>'],
];

const ALLOWED =
  /^(?:[^<>]|<\/?(?:a|blockquote|br|code|em|h[234]|hr|li|ol|p|pre|strong|su[bp]|table|tbody|td|th|thead|tr|ul)>|<a href="(?:#\/|https:\/\/|mailto:)[^"<>]*" rel="noopener noreferrer">)*$/;

describe('for any text', () => {
  const anyHtml = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((parts) => parts.join('')),
  );
  it('sanitising twice gives the same result as once', () => {
    fc.assert(
      fc.property(anyHtml, (html) => {
        const once = readHtml(html);
        expect(readHtml(writeHtml(once))).toEqual(once);
        expect(sanitiseHtml(sanitiseHtml(html))).toBe(sanitiseHtml(html));
      }),
      { numRuns: 5000 },
    );
  });
  it('only allowed tags are written', () => {
    fc.assert(
      fc.property(anyHtml, (html) => ALLOWED.test(sanitiseHtml(html))),
      { numRuns: 2000 },
    );
  });
});
