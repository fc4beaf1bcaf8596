import { describe, expect, it } from 'vitest';
import { checkLogo } from './check-logo.ts';

const svg = (inside: string, attributes = 'viewBox="0 0 48 24"') => `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`;

describe('a logo', () => {
  it.each([
    ['shapes', svg('<title>Meridian</title><g fill="#8a2f5c"><path d="M0 0h24v24z"/><circle cx="4" cy="4" r="2"/></g>')],
    ['a declaration and a comment', `<?xml version="1.0" encoding="UTF-8"?>\n${svg('<!-- drawn by hand --><path d="M0 0h2z"/>')}`],
    [
      'a gradient of its own',
      svg('<defs><linearGradient id="a"><stop offset="0" stop-color="#fff"/></linearGradient></defs><path fill="url(#a)" d="M0 0h2z"/>'),
    ],
    ['single quotes', svg("<path d='M0 0h2z'/>")],
  ])('of %s is taken with its shape', (_of, source) => {
    expect(checkLogo(source)).toEqual({ ratio: 2 });
  });

  it.each([
    ['script', svg('<script>alert(1)</script>'), 'holds the element script'],
    ['script in capitals', svg('<SCRIPT>alert(1)</SCRIPT>'), 'holds the element SCRIPT'],
    ['script with a prefix', svg('<svg:script>alert(1)</svg:script>'), 'holds the element svg:script'],
    ['a handler', svg('<path d="M0 0" onload="alert(1)"/>'), 'holds the attribute onload'],
    ['a handler at the root', svg('', 'viewBox="0 0 24 24" onload="alert(1)"'), 'holds the attribute onload'],
    ['foreign content', svg('<foreignObject><body/></foreignObject>'), 'holds the element foreignObject'],
    ['a picture from elsewhere', svg('<image href="https://evil.example/x.png"/>'), 'holds the element image'],
    ['a use of elsewhere', svg('<use href="https://evil.example/x.svg#a"/>'), 'holds the element use'],
    ['a link', svg('<a href="javascript:alert(1)"><path d="M0 0"/></a>'), 'holds the element a'],
    ['an old-style link', svg('<path xlink:href="https://evil.example" d="M0 0"/>'), 'holds the attribute xlink:href'],
    ['an animation', svg('<animate attributeName="href" to="javascript:alert(1)"/>'), 'holds the element animate'],
    ['a style element', svg('<style>@import "https://evil.example"</style>'), 'holds the element style'],
    ['a style attribute', svg('<path style="fill:url(https://evil.example)" d="M0 0"/>'), 'holds the attribute style'],
    ['a fill from elsewhere', svg('<path fill="url(https://evil.example/#a)" d="M0 0"/>'), 'has the value url(https://evil.example/#a) in fill'],
    ['a fill hidden by an entity', svg('<path fill="&#117;rl(//evil.example)" d="M0 0"/>'), 'in fill'],
    ['a fill hidden by an escape', svg('<path fill="\\75rl(//evil.example)" d="M0 0"/>'), 'in fill'],
    ['a document type', `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg('&x;')}`, 'is not plain SVG at "<!DOCTYPE'],
    ['a style sheet', `<?xml-stylesheet href="https://evil.example/x.xsl"?>${svg('')}`, 'is not plain SVG at "<?xml-stylesheet'],
    ['a CDATA section', svg('<![CDATA[<script>]]>'), 'is not plain SVG'],
    ['a comment that ends early', svg('<!--><script>alert(1)</script>-->'), 'is not plain SVG'],
    ['an attribute without quotes', svg('<path d=M0/>'), 'is not plain SVG'],
    ['an attribute twice', svg('<path d="M0" d="M1"/>'), 'holds the attribute d twice'],
    ['text to read', svg('<g>Your account is blocked</g>'), 'has text outside title and desc'],
    ['another namespace', svg('<g xmlns="http://www.w3.org/1999/xhtml"/>'), 'must say xmlns'],
    ['no namespace', '<svg viewBox="0 0 24 24"></svg>', 'must say xmlns'],
    ['two pictures', svg('') + svg(''), 'is not one svg element'],
    ['a page', '<html><svg/></html>', 'is not one svg element'],
    ['a missing end', svg('<g>'), 'closes svg in the wrong place'],
    ['nothing', '', 'ends before it is complete'],
    ['no end', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">', 'ends before it is complete'],
    ['no viewBox', svg('', 'width="24" height="24"'), 'has no viewBox'],
    ['a tower', svg('', 'viewBox="0 0 24 48"'), 'has no viewBox'],
    ['a banner', svg('', 'viewBox="0 0 480 24"'), 'has no viewBox'],
    ['too much', svg(`<path d="${'M0 0'.repeat(10_000)}"/>`), 'is larger than 32 KiB'],
  ])('with %s is refused', (_what, source, flaw) => {
    expect(checkLogo(source)).toContain(flaw);
  });
});
