import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readHtml } from './read-html.ts';
import { sanitiseHtml, writeHtml } from './write-html.ts';

describe('what stays', () => {
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
  ])('keeps: %s', (_name, html, expected) => {
    expect(sanitiseHtml(html)).toBe(expected);
  });
  it.each([
    '#/welcome',
    '#/how-to-api?section=x',
    'https://bank.example/x?y=1&z=2#w',
    'mailto:help@bank.example?subject=x',
  ])('a link to %s', (href) => {
    expect(readHtml(`<a href="${href.replaceAll('&', '&amp;')}">x</a>`)).toEqual([{ tag: 'a', href, children: ['x'] }]);
  });
  it('links name no opener and no referrer', () => {
    expect(sanitiseHtml('<a href="https://bank.example" target="_blank">x</a>')).toBe(
      '<a href="https://bank.example" rel="noopener noreferrer">x</a>',
    );
  });
});

describe('what goes', () => {
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
  ])('a link to %j, whose words stay', (href) => {
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
    ['empty elements', '<p></p><ul></ul><strong></strong>a', 'a'],
    ['parts without a whole', '<li>a</li><td>b</td>', '<p>a</p><p>b</p>'],
    ['a link in a link', '<a href="#/x">a<a href="#/y">b</a></a>', writeHtml(readHtml('<a href="#/x">a</a><a href="#/y">b</a>'))],
    ['what cannot be seen', 'a\u0000\u0007b', 'ab'],
  ])('drops: %s', (_name, html, expected) => {
    expect(sanitiseHtml(html)).toBe(expected);
  });
  it('lists deeper than anybody nests them, but not their words', () => {
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

describe('for any text', () => {
  const anyHtml = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((parts) => parts.join('')),
  );
  it('what was read and written reads the same again', () => {
    fc.assert(
      fc.property(anyHtml, (html) => {
        const once = readHtml(html);
        expect(readHtml(writeHtml(once))).toEqual(once);
        expect(sanitiseHtml(sanitiseHtml(html))).toBe(sanitiseHtml(html));
      }),
      { numRuns: 5000 },
    );
  });
  it('only tags of the list come out', () => {
    const allowed =
      /^(?:[^<>]|<\/?(?:a|blockquote|br|code|em|h[234]|hr|li|ol|p|pre|strong|su[bp]|table|tbody|td|th|thead|tr|ul)>|<a href="[^"<>]*" rel="noopener noreferrer">)*$/;
    fc.assert(
      fc.property(anyHtml, (html) => allowed.test(sanitiseHtml(html))),
      { numRuns: 2000 },
    );
  });
});
