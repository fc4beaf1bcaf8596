/** Blocks of code that follow each other in different languages are versions of one block. */
import type { Paragraph } from '@portico/contract';
import { findCodeLanguage } from '../portal/code/code-language.tsx';
import type { CodeVersion } from '../portal/code/code-tabs.tsx';

interface CodeVersions {
  readonly type: 'versions';
  readonly versions: readonly [CodeVersion, ...CodeVersion[]];
}

export function groupCode(paragraphs: readonly Paragraph[]): readonly (Paragraph | CodeVersions)[] {
  const grouped: (Paragraph | CodeVersions)[] = [];
  for (const paragraph of paragraphs) {
    const before = grouped.at(-1);
    const version = versionOf(paragraph);
    const versions = before === undefined ? [] : versionsOf(before);
    const [first] = versions;
    if (version === undefined || first === undefined || versions.some(({ language }) => language === version.language)) grouped.push(paragraph);
    else grouped[grouped.length - 1] = { type: 'versions', versions: [first, ...versions.slice(1), version] };
  }
  return grouped;
}

function versionOf(paragraph: Paragraph): CodeVersion | undefined {
  if (paragraph.type !== 'code') return undefined;
  const language = findCodeLanguage(paragraph.language);
  return language === undefined ? undefined : { language, code: paragraph.code };
}

function versionsOf(paragraph: Paragraph | CodeVersions): readonly CodeVersion[] {
  if (paragraph.type === 'versions') return paragraph.versions;
  const version = versionOf(paragraph);
  return version === undefined ? [] : [version];
}
