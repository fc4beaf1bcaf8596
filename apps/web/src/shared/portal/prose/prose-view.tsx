/** A description: a string is one plain paragraph, everything else blocks. */
import type { Prose } from '@portico/contract';
import { inPlaces } from '../../ui/in-places.ts';
import { ProseBlockView } from './prose-block.tsx';

export function ProseView({ prose }: { prose: Prose }) {
  if (typeof prose === 'string') return prose === '' ? null : <p>{prose}</p>;
  return inPlaces(prose).map(({ key, item }) => <ProseBlockView key={key} block={item} />);
}
