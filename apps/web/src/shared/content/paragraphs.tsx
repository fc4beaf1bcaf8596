/** Draws the contract's paragraph tree. Nothing here can become markup: all is plain values, HTML of other systems once it has been read. */
import type { Paragraph } from '@portico/contract';
import { lazy, Suspense } from 'react';
import { ProseBlockView } from '../../shared/portal/prose/prose-block.tsx';
import { inPlaces } from '../../shared/ui/in-places.ts';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { Hero } from './hero.tsx';
import { LinkList } from './link-list.tsx';
import { Steps } from './steps.tsx';

/** Our own pages have none. */
const HtmlView = lazy(async () => ({ default: (await import('../../shared/html/html-view.tsx')).HtmlView }));

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
    case 'html':
      return (
        <Suspense fallback={<Skeleton label="Loading the text" lines={4} />}>
          <HtmlView html={paragraph.body} />
        </Suspense>
      );
    default:
      return <ProseBlockView block={paragraph} />;
  }
}
