/** Draws the contract's paragraph tree. Nothing here can become markup: all is plain values, HTML of other systems once it has been read. */
import type { Paragraph } from '@portico/contract';
import { lazyComponent } from '../page/lazy-component.tsx';
import { CodeTabs } from '../portal/code/code-tabs.tsx';
import { MissingPart } from '../portal/missing-part.tsx';
import { ProseBlockView } from '../portal/prose/prose-block.tsx';
import { inPlaces } from '../ui/in-places.ts';
import { groupCode } from './group-code.ts';
import { Hero } from './hero.tsx';
import { LinkList } from './link-list.tsx';
import { Steps } from './steps.tsx';

/** Our own pages have none. */
const HtmlView = lazyComponent(async () => (await import('../html/html-view.tsx')).HtmlView, undefined, MissingPart);

export function Paragraphs({ paragraphs }: { paragraphs: readonly Paragraph[] }) {
  const groups = groupCode(paragraphs);
  const blocks = groups.filter((item) => item.type === 'versions');
  const ofPage = blocks.flatMap(({ versions }) => versions);
  return inPlaces(groups).map(({ key, item }) =>
    item.type === 'versions' ? (
      <CodeTabs key={key} versions={item.versions} ofPage={item === blocks[0] ? ofPage : undefined} />
    ) : (
      <ParagraphView key={key} paragraph={item} />
    ),
  );
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
      return <HtmlView html={paragraph.body} />;
    default:
      return <ProseBlockView block={paragraph} />;
  }
}
