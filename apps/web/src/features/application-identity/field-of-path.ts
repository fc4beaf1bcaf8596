/** Which row of the form a refusal means: `redirectionUris.1`, `redirectionUris[1]` and `/redirectionUris/1` alike. */
const FIELD_NAMES = ['clientName', 'redirectionUris', 'contacts'] as const;
export type FieldName = (typeof FIELD_NAMES)[number];

export function fieldOfPath(path: string | undefined): { name: FieldName; place: number } | undefined {
  const [first, second] = (path ?? '').split(/[./[\]]+/).filter((part) => part !== '');
  const name = FIELD_NAMES.find((known) => known === first);
  return name === undefined ? undefined : { name, place: Number(second ?? 0) };
}
