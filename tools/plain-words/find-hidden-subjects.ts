/** Finds comments, test titles and sentences of documents with words that hide who acts (CONTRIBUTING.md, Language). */

const HIDING =
  /\b(whoever|whatever|nobody|somebody|everybody|anew|of its own|by itself|as it stands|stands? in|stands? (?:beside|there|here)|(?:is|are) told|at its door|has said yes|what (?:nobody|waits|has been|was given) )/i;

const CODE = /\.(?:ts|tsx|mjs)$/;
const TEST = /\.(?:test|spec|round)\.tsx?$/;
/** The specification and news are texts of others, or of a day in the past. */
const DOCUMENT = /^(?!docs\/specification\.md|content\/news\/)[^/]*(?:\/.*)?\.md$/;
const COMMENT = /\/\*\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
const TITLE = /(?:\b(?:it|test|describe)|\))\(\s*(?:'([^'\n]{5,})'|`([^`\n]{5,})`|"([^"\n]{5,})")\s*,/g;

/** Returns the comments, titles or sentences of one file that hide who acts, on one line each. @param path relative to the repository. */
export function findHiddenSubjects(path: string, text: string): readonly string[] {
  const parts = [
    ...(CODE.test(path) ? (text.match(COMMENT) ?? []) : []),
    ...(TEST.test(path) ? [...text.matchAll(TITLE)].map(([, single, template, double]) => single ?? template ?? double ?? '') : []),
    ...(DOCUMENT.test(path) ? text.split(/(?<=[.:!?])\s+|\n\n/) : []),
  ];
  return parts.filter((part) => HIDING.test(part)).map((part) => part.replaceAll(/\s+/g, ' ').trim());
}

/** Sources whose sentences are read on pages, in mails and in responses. */
const SHOWN = /^(?:apps|packages)\/[^/]+\/src\/.*(?:\.tsx?|messages\.en\.json)$/;
const OF_TESTS = /\.test\.tsx?$|\/testing\//;
/** Inside a sentence or at its beginning, but no name in code. */
const UNNAMED = /(?<=[\p{L},;:] |['"`>]|^\s*)(?:nobody|somebody|everybody|anybody|whoever)(?:(?<!: \w+)[.,’]| (?=\p{L})).*/gimu;

/** Returns the ends of sentences in the texts of one file that should name a person. @param path relative to the repository. */
export function findUnnamedPersons(path: string, text: string): readonly string[] {
  if (!SHOWN.test(path) || OF_TESTS.test(path)) return [];
  return text.replaceAll(COMMENT, '').match(UNNAMED) ?? [];
}
