/** `liis.naidis.1`: the names without diacritics, and a suffix that keeps user names apart. */
export function plainUserName(names: readonly string[], suffix: string): string {
  const plain = names.map((name) =>
    name
      .normalize('NFD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .replaceAll(/[^a-z]+/g, '-'),
  );
  return [...plain, suffix].join('.');
}
