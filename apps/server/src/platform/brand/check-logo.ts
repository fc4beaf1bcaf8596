/**
 * Checks that a brand's image only draws. An image with other content is refused instead of cleaned, so the server sends exactly the bank's file.
 * Elements and attributes are allow-lists, which exclude scripts, styles, external references and foreign content.
 */
const BYTES_MAX = 32 * 1024;
const SVG = 'http://www.w3.org/2000/svg';

const ELEMENTS: ReadonlySet<string> = new Set(
  'svg title desc g defs path rect circle ellipse line polyline polygon linearGradient radialGradient stop clipPath'.split(' '),
);
const ATTRIBUTES: ReadonlySet<string> = new Set(
  `xmlns viewBox width height id d x y cx cy r rx ry fx fy x1 x2 y1 y2 points transform opacity fill fill-rule fill-opacity clip-path clip-rule
  stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-opacity gradientUnits gradientTransform spreadMethod
  clipPathUnits offset stop-color stop-opacity role aria-label aria-hidden`.split(/\s+/),
);
const TEXT_ELEMENTS: ReadonlySet<string> = new Set(['title', 'desc']);

const DECLARATION = /^\s*<\?xml version="1\.0"( encoding="UTF-8")?\s*\?>/i;
const TAG = /<(\/?)([A-Za-z][\w:-]*)((?:\s+[\w:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;
const ATTRIBUTE = /([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const COMMENT = /<!--(?!>)(?:(?!--)[\s\S])*-->/y;

export interface CheckedLogo {
  /** Width divided by height. */
  readonly ratio: number;
}

/** The flaw, as the end of a sentence that begins with "the picture …". */
export type LogoFlaw = string;

export function checkLogo(svg: string): CheckedLogo | LogoFlaw {
  if (Buffer.byteLength(svg) > BYTES_MAX) return `is larger than ${BYTES_MAX / 1024} KiB`;
  const source = svg.replace(DECLARATION, '').trim();
  const open: string[] = [];
  let ratio: number | undefined;
  for (let at = 0; at < source.length; ) {
    const comment = matchAt(COMMENT, source, at);
    if (comment !== undefined) {
      at += comment[0].length;
      continue;
    }
    if (source[at] !== '<') {
      const end = source.indexOf('<', at);
      const text = source.slice(at, end === -1 ? undefined : end);
      if (text.trim() !== '' && !TEXT_ELEMENTS.has(open.at(-1) ?? '')) return 'has text outside title and desc';
      at += text.length;
      continue;
    }
    const tag = matchAt(TAG, source, at);
    if (tag === undefined) return `is not plain SVG at "${source.slice(at, at + 20)}"`;
    const [all, slash, name = '', attributes = '', selfClosing] = tag;
    if (at === 0 ? name !== 'svg' : open.length === 0) return 'is not one svg element';
    if (!ELEMENTS.has(name)) return `holds the element ${name}`;
    if (slash === '/') {
      if (open.pop() !== name) return `closes ${name} in the wrong place`;
    } else {
      const flaw = attributeFlaw(attributes, open.length === 0);
      if (flaw !== undefined) return flaw;
      if (open.length === 0) ratio = ratioOf(attributes);
      if (selfClosing !== '/') open.push(name);
    }
    at += all.length;
  }
  if (open.length > 0 || source === '') return 'ends before it is complete';
  return ratio === undefined ? 'has no viewBox of the form "0 0 width height", from square to six times as wide' : { ratio };
}

function attributeFlaw(attributes: string, isRoot: boolean): LogoFlaw | undefined {
  const seen = new Map<string, string>();
  for (const [, name = '', double, single] of attributes.matchAll(ATTRIBUTE)) {
    const value = double ?? single ?? '';
    if (!ATTRIBUTES.has(name)) return `holds the attribute ${name}`;
    if (seen.has(name)) return `holds the attribute ${name} twice`;
    // An entity could hide a part of the value; `url(` may only refer to the image itself.
    if (/[&\\]/.test(value) || (/url|javascript:/i.test(value) && !/^url\(#[\w-]+\)$/.test(value))) return `has the value ${value} in ${name}`;
    seen.set(name, value);
  }
  const namespace = seen.get('xmlns');
  if (isRoot ? namespace !== SVG : namespace !== undefined) return `must say xmlns="${SVG}" at its root, and only there`;
  return undefined;
}

function ratioOf(attributes: string): number | undefined {
  const [, width = '', height = ''] = /\sviewBox\s*=\s*["']0[ ,]+0[ ,]+(\d+(?:\.\d+)?)[ ,]+(\d+(?:\.\d+)?)["']/.exec(attributes) ?? [];
  const ratio = Number(width) / Number(height);
  return ratio >= 1 && ratio <= 6 ? ratio : undefined;
}

function matchAt(pattern: RegExp, source: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(source) ?? undefined;
}
