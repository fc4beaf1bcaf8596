/** Finds the name that a misspelt one probably means. */

/** Returns undefined where more than two letters and more than a third of them differ from every known name. */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  const [best] = known.map((name) => ({ name, steps: stepsBetween(given, name) })).toSorted((one, other) => one.steps - other.steps);
  return best !== undefined && best.steps <= Math.max(2, given.length / 3, best.name.length / 3) ? best.name : undefined;
}

/** How many letters to insert, remove or replace (V. I. Levenshtein, 1965). */
function stepsBetween(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [row, letter] of [...one].entries()) {
    const line = [row + 1];
    for (const [column, wanted] of [...other].entries())
      line.push(Math.min((above[column] ?? 0) + (letter === wanted ? 0 : 1), (above[column + 1] ?? 0) + 1, (line[column] ?? 0) + 1));
    above = line;
  }
  return above.at(-1) ?? 0;
}
