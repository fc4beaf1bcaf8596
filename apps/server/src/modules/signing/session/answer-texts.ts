/**
 * A stored answer as two JSON texts. During an update servers of two versions read it, so members that the version before refuses are stored apart
 * from the others.
 */

/** Unknown to the version before. Empty this list with the next release: that version then ignores what it does not know. */
const ADDED: ReadonlySet<string> = new Set(['fee']);

/** JSON texts. */
export interface AnswerTexts {
  readonly answer: string;
  readonly answer_added: string | null;
}

export function toAnswerTexts(answer: unknown): AnswerTexts {
  const members = Object.entries(Object(answer));
  const [known, added] = [members.filter(([name]) => !ADDED.has(name)), members.filter(([name]) => ADDED.has(name))];
  return { answer: JSON.stringify(Object.fromEntries(known)), answer_added: added.length === 0 ? null : JSON.stringify(Object.fromEntries(added)) };
}

export function fromAnswerTexts({ answer, answer_added: added }: { readonly answer: string | null; readonly answer_added: string | null }): unknown {
  if (answer === null) return undefined;
  return added === null ? JSON.parse(answer) : { ...JSON.parse(answer), ...JSON.parse(added) };
}
