/** Draws the contract's paragraph tree. Every kind is plain values, so nothing here can become markup. */
import type { Paragraph } from '@portico/contract';
import { ProseBlockView } from '../../shared/portal/prose/prose-block.tsx';
import { inPlaces } from '../../shared/ui/in-places.ts';
import { Hero } from './hero.tsx';
import { LinkList } from './link-list.tsx';
import { Steps } from './steps.tsx';

export function Paragraphs({ paragraphs }: { paragraphs: readonly Paragraph[] }) {
  return inPlaces(paragraphs).map(({ key, item }) => <ParagraphView key={key} paragraph={item} />);
}

function ParagraphView({ paragraph }: { paragraph: Paragraph }) {
  switch (paragraph.type) {
    case 'hero':
      return <Hero {...paragraph} />;
    case 'steps':
      return <Steps {...paragraph} />;
    case 'links':
      return <LinkList {...paragraph} />;
    default:
      return <ProseBlockView block={paragraph} />;
  }
}
