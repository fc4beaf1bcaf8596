/** A text of the catalogue in which `<b>` is bold: what counts or changes inside a sentence. */
import { inPlaces } from '../ui/in-places.ts';
import type { Values } from './format-message.ts';
import { useText } from './use-text.ts';

export function RichText<Key extends string>({ id, values }: { id: Key; values: Values }) {
  const text = useText<Key>();
  return inPlaces(text(id, values).split(/<\/?b>/)).map(({ key, place, item }) =>
    place % 2 === 0 ? (
      item
    ) : (
      <b key={key} className="strong tab">
        {item}
      </b>
    ),
  );
}
