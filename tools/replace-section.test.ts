import { describe, expect, it } from 'vitest';
import { replaceSection } from './replace-section.ts';

const DOCUMENT = '# Results\n\nWords.\n\n## First\n\nOne.\n\n### Part\n\n## Second\n\nTwo.\n';

describe('a section of results', () => {
  it('is replaced in place, with its subsections', () => {
    expect(replaceSection(DOCUMENT, '## First\n\nAnother.\n')).toBe('# Results\n\nWords.\n\n## First\n\nAnother.\n\n## Second\n\nTwo.\n');
  });
  it('is appended when it is new', () => {
    expect(replaceSection(DOCUMENT, '## Third\n\nThree.')).toBe(`${DOCUMENT}\n## Third\n\nThree.\n`);
  });
  it('is not replaced by one whose title only begins alike', () => {
    expect(replaceSection(DOCUMENT, '## First of all\n\nNew.')).toContain('## First\n\nOne.');
  });
});
