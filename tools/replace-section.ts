/**
 * Replaces one section of a Markdown document in its place, or appends it when it is new.
 * @param section begins with its title, `## …`
 */
export function replaceSection(document: string, section: string): string {
  const [head = '', ...sections] = document.split(/^(?=## )/m);
  const title = titleOf(section);
  const isKnown = sections.some((known) => titleOf(known) === title);
  const written = isKnown ? sections.map((known) => (titleOf(known) === title ? section : known)) : [...sections, section];
  return `${[head, ...written].map((part) => part.trimEnd()).join('\n\n')}\n`;
}

function titleOf(section: string): string | undefined {
  return section.split('\n', 1)[0];
}
