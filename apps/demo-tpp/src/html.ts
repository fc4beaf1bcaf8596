/** Markup as tagged templates. Every value is escaped unless it is markup made here. */

export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Fragment = Markup | string | number | undefined | readonly Fragment[];

/** `undefined` leaves nothing; lists are joined. */
export function html(parts: TemplateStringsArray, ...values: readonly Fragment[]): Markup {
  return new Markup(parts.map((part, index) => `${part}${index < values.length ? render(values[index]) : ''}`).join(''));
}

function render(value: Fragment): string {
  if (value === undefined) return '';
  if (value instanceof Markup) return value.text;
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value));
  return value.map(render).join('');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
