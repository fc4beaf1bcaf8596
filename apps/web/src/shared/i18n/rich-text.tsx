/** A text of the catalogue in which `<b>` is bold: what counts or changes inside a sentence. */
import { inPlaces } from '../ui/in-places.ts';
import type { Values } from './i18n.ts';
import { useText } from './use-text.ts';

/** Stands for `<` in values until the text is split, so that no value makes a part bold. */
const LESS_THAN = '\uE000';

export function RichText<Key extends string>({ id, values }: { id: Key; values: Values }) {
  const text = useText<Key>();
  const written = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value).replaceAll('<', LESS_THAN)]));
  return inPlaces(text(id, written).split(/<\/?b>/)).map(({ key, place, item }) => {
    const part = item.replaceAll(LESS_THAN, '<');
    if (place % 2 === 0) return part;
    return (
      <b key={key} className="strong tab">
        {part}
      </b>
    );
  });
}
