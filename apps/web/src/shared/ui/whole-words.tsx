/** Running text whose identifiers (`2026-0417`, `Smart-ID`) do not break at their hyphens. Long ones may, or they would overflow. */
import { inPlaces } from './in-places.ts';

const WHOLE_LENGTH_MAX = 18;

export function WholeWords({ children }: { children: string }) {
  return inPlaces(children.split(/(\s+)/)).map(({ key, item }) =>
    item.includes('-') && item.length <= WHOLE_LENGTH_MAX ? (
      <span className="nb" key={key}>
        {item}
      </span>
    ) : (
      item
    ),
  );
}
