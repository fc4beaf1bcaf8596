/** One block of written text: of a content page, or of a description in an API document. Plain values, so nothing here can become markup. */
import type { ProseBlock } from '@portico/contract';
import { inPlaces } from '../../ui/in-places.ts';
import { CodeSample } from './code-sample.tsx';
import { InlineText } from './inline-text.tsx';
import styles from './prose.module.css';

/** Texts name their sections, and never an element of the page. */
export const sectionId = (id: string): string => `section-${id}`;

export function ProseBlockView({ block }: { block: ProseBlock }) {
  switch (block.type) {
    case 'heading':
      return block.level === 2 ? (
        <h2 id={sectionId(block.id)} tabIndex={-1}>
          {block.text}
        </h2>
      ) : (
        <h3 id={sectionId(block.id)}>{block.text}</h3>
      );
    case 'text':
      return (
        <p>
          <InlineText content={block.content} />
        </p>
      );
    case 'list':
      return <ListView {...block} />;
    case 'code':
      return <CodeSample {...block} />;
    case 'table':
      return <TableView {...block} />;
  }
}

function ListView({ ordered, items }: Extract<ProseBlock, { type: 'list' }>) {
  const rows = inPlaces(items).map(({ key, item }) => (
    <li key={key}>
      <InlineText content={item} />
    </li>
  ));
  return ordered ? <ol className={styles.list}>{rows}</ol> : <ul className={styles.list}>{rows}</ul>;
}

function TableView({ head, rows }: Extract<ProseBlock, { type: 'table' }>) {
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
