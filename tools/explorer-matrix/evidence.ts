/** The result of the explorer's matrix as a page. */
import type { CellResult, SenderResult } from './run-matrix.ts';

const INTRO = `# The explorer's matrix of values

Every cell is one operation of an OpenAPI document: a place, a style, a type, a security scheme or a media type, with an example. It takes the way of a bank's
document: section, slice, form, request. A server records what arrives, byte by byte. The expected texts in \`tools/explorer-matrix\` are written by
hand from OpenAPI 3.1.1, RFC 6570 and RFC 7578.

\`\`\`sh
NEWMAN_PATH=…/newman/bin/newman.js UPDATE_RECORDED=1 npm run test:one -- tools/explorer-matrix.test.ts
\`\`\`

The test compares the rows of all senders that its machine can run with this page. A row "not run" is no pass: the runtime was missing where the page was written.
Newman, the command line of Postman, is not a dependency of the repository, because some of its packages name no licence; \`NEWMAN_PATH\` names it.

`;

const NOTES = `
A browser lets no page set the header \`Cookie\`, so the explorer has no cells there; the samples and Postman send it. No standard describes a list or an object within
a list or an object: its JSON is sent. Integers beyond 2^53 keep their digits where they are typed; an example of a document that holds one as a number is read
as JavaScript reads it. A file of a multipart body, and a binary body, are typed as text.
`;

export function writeEvidence(results: readonly SenderResult[]): string {
  const places = [...new Set(results.flatMap(({ cells = [] }) => cells.map(({ cell }) => cell.place)))];
  const rows = results.map(({ name, cells }) => evidenceRow(name, places, cells));
  return `${INTRO}| sender | ${places.join(' | ')} | all |\n|---|${'---|'.repeat(places.length + 1)}\n${rows.join('\n')}\n${NOTES}`;
}

function evidenceRow(name: string, places: readonly string[], cells: readonly CellResult[] | undefined): string {
  if (cells === undefined) return `| ${name} | ${places.map(() => 'not run').join(' | ')} | not run |`;
  return `| ${name} | ${[...places.map((place) => cells.filter(({ cell }) => cell.place === place)), cells].map(passed).join(' | ')} |`;
}

function passed(cells: readonly CellResult[]): string {
  return cells.length === 0 ? '–' : `${cells.filter(({ problem }) => problem === undefined).length} of ${cells.length}`;
}
