import type { Threat } from './threat.ts';

const CSV = 'packages/primitives/src/csv.ts';
const TEST = 'packages/primitives/src/csv.test.ts';

export const T24: Threat = {
  id: 'T24',
  title: 'Text in a CSV file that a spreadsheet runs as a formula',
  defence: 'Text that begins like a formula gets an apostrophe before it and is quoted by RFC 4180; numbers are written as numbers.',
  proofs: [
    {
      rule: 'no text begins like a formula',
      test: { file: TEST, name: 'never begins like a formula, and its text is preserved' },
      disable: { file: CSV, find: "needsMark(part) ? `'${part}` : part", replace: 'part' },
    },
    {
      rule: 'no text begins like a formula where a spreadsheet of another language splits',
      test: { file: TEST, name: 'begins like a formula at no sign at which a spreadsheet splits' },
      disable: { file: CSV, find: '(?<=[,;', replace: '(?<=[,' },
    },
    {
      rule: 'a cell stays one cell',
      test: { file: TEST, name: 'never begins like a formula, and its text is preserved' },
      disable: { file: CSV, find: 'QUOTED.test(text) ?', replace: 'text.length < 0 ?' },
    },
  ],
};
