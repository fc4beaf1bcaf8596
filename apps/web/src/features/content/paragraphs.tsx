/** Draws the contract's paragraph tree. Every kind is plain values, so nothing here can become markup. */
import type { Paragraph } from '@portico/contract';
import { inPlaces } from '../../shared/ui/in-places.ts';
import { CodeSample } from './code-sample.tsx';
import styles from './content-page.module.css';
import { Hero } from './hero.tsx';
import { InlineText } from './inline-text.tsx';
import { LinkList } from './link-list.tsx';
import { Steps } from './steps.tsx';

export function Paragraphs({ paragraphs }: { paragraphs: readonly Paragraph[] }) {
  return inPlaces(paragraphs).map(({ key, item }) => <ParagraphView key={key} paragraph={item} />);
}

function ParagraphView({ paragraph }: { paragraph: Paragraph }) {
  switch (paragraph.type) {
    case 'heading':
      return paragraph.level === 2 ? (
        <h2 id={paragraph.id} tabIndex={-1}>
          {paragraph.text}
        </h2>
      ) : (
        <h3 id={paragraph.id}>{paragraph.text}</h3>
      );
    case 'text':
      return (
        <p>
          <InlineText content={paragraph.content} />
        </p>
      );
    case 'list':
      return <ListView {...paragraph} />;
    case 'code':
      return <CodeSample {...paragraph} />;
    case 'table':
      return <TableView {...paragraph} />;
    case 'hero':
      return <Hero {...paragraph} />;
    case 'steps':
      return <Steps {...paragraph} />;
    case 'links':
      return <LinkList {...paragraph} />;
  }
}

function ListView({ ordered, items }: Extract<Paragraph, { type: 'list' }>) {
  const rows = inPlaces(items).map(({ key, item }) => (
    <li key={key}>
      <InlineText content={item} />
    </li>
  ));
  return ordered ? <ol className={styles.list}>{rows}</ol> : <ul className={styles.list}>{rows}</ul>;
}

function TableView({ head, rows }: Extract<Paragraph, { type: 'table' }>) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {inPlaces(head).map(({ key, item }) => (
            <th key={key} scope="col">
              {item}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {inPlaces(rows).map(({ key, item: cells }) => (
          <tr key={key}>
            {inPlaces(cells).map((cell) => (
              <td key={cell.key} data-label={head[cell.place]}>
                <div>
                  <InlineText content={cell.item} />
                </div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
