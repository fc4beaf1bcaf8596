/** One block of written text: of a content page, or of a description in an API document. Plain values, so nothing here can become markup. */
import type { ProseBlock } from '@portico/contract';
import { inPlaces } from '../../ui/in-places.ts';
import { CodeSample } from './code-sample.tsx';
import { InlineText } from './inline-text.tsx';
import styles from './prose.module.css';
import { SectionLink } from './section-link.tsx';
import { sectionId } from './sections.ts';

/** Content pages may have ids for the rows of a table. */
type Block = Exclude<ProseBlock, { type: 'table' }> | Table;
type Table = Extract<ProseBlock, { type: 'table' }> & { readonly anchors?: readonly string[] };

export function ProseBlockView({ block }: { block: Block }) {
  switch (block.type) {
    case 'heading':
      return <HeadingView {...block} />;
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

function HeadingView({ level, id, text }: Extract<ProseBlock, { type: 'heading' }>) {
  const Tag = level === 2 ? 'h2' : 'h3';
  return (
    <Tag id={sectionId(id)} tabIndex={-1}>
      {text}
      <SectionLink id={id} name={text} />
    </Tag>
  );
}

function ListView({ ordered, items }: Extract<ProseBlock, { type: 'list' }>) {
  const rows = inPlaces(items).map(({ key, item }) => (
    <li key={key}>
      <InlineText content={item} />
    </li>
  ));
  return ordered ? <ol className={styles.list}>{rows}</ol> : <ul className={styles.list}>{rows}</ul>;
}

function TableView({ head, rows, anchors = [] }: Table) {
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
        {inPlaces(rows).map(({ key, place, item: cells }) => (
          <Row key={key} head={head} cells={cells} anchor={anchors[place] ?? ''} />
        ))}
      </tbody>
    </table>
  );
}

/** A row with an id can be linked: the link is beside the code that names it. */
function Row({ head, cells, anchor }: { head: readonly string[]; cells: Table['rows'][number]; anchor: string }) {
  const isLinked = (cell: Table['rows'][number][number]) => anchor !== '' && anchor.startsWith(cell.map(({ text }) => text).join(''));
  const linked = cells.findIndex(isLinked);
  const target = anchor === '' ? {} : { id: sectionId(anchor), tabIndex: -1, className: styles.target };
  return (
    <tr {...target}>
      {inPlaces(cells).map((cell) => (
        <td key={cell.key} data-label={head[cell.place]}>
          <div>
            <InlineText content={cell.item} />
            {cell.place === linked ? <SectionLink id={anchor} name={anchor} isQuiet /> : null}
          </div>
        </td>
      ))}
    </tr>
  );
}
