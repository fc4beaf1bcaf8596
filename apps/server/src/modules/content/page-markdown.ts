/** The same texts as Markdown, for programs and for reading without a browser. */
import type { ContentPage, Inline, Paragraph } from '@portico/contract';

/** @param text with its placeholders filled. Links to pages become absolute; what only the test of the guides reads is taken out. */
export function servedMarkdown(text: string, { publicUrl = '' }: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\]\((#\/[^)\s]*)\)/g, `](${publicUrl}/$1)`).replaceAll(/^(```[a-z0-9-]+) .*$/gm, '$1');
}

/** The landing page is written as JSON. */
export function landingMarkdown({ title, field_paragraphs: paragraphs }: ContentPage): string {
  return [`# ${title}`, ...paragraphs.map(blockOf), ''].join('\n\n').trimEnd().concat('\n');
}

function blockOf(paragraph: Paragraph): string {
  switch (paragraph.type) {
    case 'heading':
      return `${'#'.repeat(paragraph.level)} ${paragraph.text}`;
    case 'text':
      return inlines(paragraph.content);
    case 'list':
      return paragraph.items.map((item, index) => `${paragraph.ordered ? `${index + 1}.` : '-'} ${inlines(item)}`).join('\n');
    case 'code':
      return fenceOf(paragraph);
    case 'table':
      return [paragraph.head, paragraph.head.map(() => '---'), ...paragraph.rows.map((row) => row.map(inlines))].map(rowOf).join('\n');
    case 'hero':
      return [
        `## ${paragraph.title}`,
        paragraph.lead,
        ...(paragraph.blocks ?? []).map(fenceOf),
        ...(paragraph.note === undefined ? [] : [inlines(paragraph.note)]),
        paragraph.actions.map(({ label, href }) => `- [${label}](${href})`).join('\n'),
      ].join('\n\n');
    case 'steps':
      return [
        `## ${paragraph.title}`,
        paragraph.items.map((step, index) => `${index + 1}. **${step.title}** (${step.who}): ${step.text} \`${step.code}\``).join('\n'),
      ].join('\n\n');
    case 'links':
      return [`## ${paragraph.title}`, paragraph.items.map(({ label, href, text }) => `- [${label}](${href}): ${text}`).join('\n')].join('\n\n');
    case 'html':
      return paragraph.body;
  }
}

const fenceOf = ({ language, code }: { language: string; code: string }) => `\`\`\`${language}\n${code}\n\`\`\``;

const rowOf = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

function inlines(content: readonly Inline[]): string {
  return content
    .map(({ text, code, strong, href }) => {
      const face = code === true ? `\`${text}\`` : strong === true ? `**${text}**` : text;
      return href === undefined ? face : `[${face}](${href})`;
    })
    .join('');
}
