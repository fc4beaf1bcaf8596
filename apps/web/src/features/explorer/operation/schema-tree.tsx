/** A schema as a tree that opens step by step: so a schema that names itself ends where the reader stops. */
import type { OperationSlice, Prose, SliceSchema } from '@portico/contract';
import { useState } from 'react';
import { isRecord } from '../../../shared/api/api-error.ts';
import { ProseView } from '../../../shared/portal/prose/prose-view.tsx';
import { classNames } from '../../../shared/ui/class-names.ts';
import fieldStyles from '../../../shared/ui/field.module.css';
import { Icon } from '../../../shared/ui/icon.tsx';
import { readSchema, type SchemaNode } from './read-schema.ts';
import styles from './schema-tree.module.css';

export function SchemaTree({ schema, $defs }: { schema: SliceSchema; $defs: OperationSlice['$defs'] }) {
  return (
    <div className={styles.tree}>
      <Members node={readSchema(schema, $defs)} $defs={$defs} />
    </div>
  );
}

function Members({ node, $defs }: { node: SchemaNode; $defs: OperationSlice['$defs'] }) {
  const [chosen, setChosen] = useState(0);
  const alternative = node.alternatives[chosen];
  return (
    <>
      {node.members.length === 0 ? null : (
        <ul className={styles.members}>
          {node.members.map(({ name, isRequired, schema }) => (
            <Member key={name} name={name} isRequired={isRequired} schema={schema} $defs={$defs} />
          ))}
        </ul>
      )}
      {alternative === undefined ? null : (
        <div className={styles.alternatives}>
          <label className={styles.choice}>
            {node.isExclusive ? 'One of' : 'Any of'}{' '}
            <select
              className={classNames(fieldStyles.input, styles.select)}
              value={chosen}
              onChange={(event) => setChosen(Number(event.target.value))}
            >
              {node.alternatives.map(({ title }, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: alternatives never move
                <option key={place} value={place}>
                  {title}
                </option>
              ))}
            </select>
          </label>
          <Members key={chosen} node={readSchema(alternative.schema, $defs)} $defs={$defs} />
        </div>
      )}
    </>
  );
}

interface MemberProps {
  name: string;
  isRequired: boolean;
  schema: SliceSchema;
  $defs: OperationSlice['$defs'];
}

function Member({ name, isRequired, schema, $defs }: MemberProps) {
  const [isOpen, setIsOpen] = useState(false);
  const node = readSchema(schema, $defs);
  const hasMore = node.members.length > 0 || node.alternatives.length > 0;
  return (
    <li>
      <div className={styles.line}>
        {hasMore ? (
          <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} small />
            <code>{name}</code>
          </button>
        ) : (
          <code>{name}</code>
        )}
        <span className="micro muted">
          {node.nature}
          {isRequired ? <span className={styles.required}> · required</span> : null}
          {node.rules.map((rule) => ` · ${rule}`).join('')}
        </span>
      </div>
      {isProse(node.description) ? (
        <div className={styles.description}>
          <ProseView prose={node.description} />
        </div>
      ) : null}
      {isOpen ? <Members node={node} $defs={$defs} /> : null}
    </li>
  );
}

function isProse(value: unknown): value is Prose {
  return (
    (typeof value === 'string' && value !== '') || (Array.isArray(value) && value.every((block) => isRecord(block) && typeof block.type === 'string'))
  );
}
