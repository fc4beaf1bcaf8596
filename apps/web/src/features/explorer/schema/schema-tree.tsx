/** A schema as a tree that opens step by step: so a schema that names itself ends where the reader stops. */
import type { OperationSlice, Prose, SliceSchema } from '@portico/contract';
import { useState } from 'react';
import { isRecord } from '../../../shared/api/api-error.ts';
import { ProseView } from '../../../shared/portal/prose/prose-view.tsx';
import { classNames } from '../../../shared/ui/class-names.ts';
import fieldStyles from '../../../shared/ui/field.module.css';
import { Icon } from '../../../shared/ui/icon.tsx';
import { inPlaces } from '../../../shared/ui/in-places.ts';
import { readSchema, type SchemaChoice, type SchemaNode } from './read-schema.ts';
import styles from './schema-tree.module.css';

interface SchemaTreeProps {
  schema: SliceSchema;
  $defs: OperationSlice['$defs'];
}

export function SchemaTree({ schema, $defs }: SchemaTreeProps) {
  const node = readSchema(schema, $defs);
  return (
    <div className={styles.tree}>
      {hasMore(node) ? null : (
        <p className="micro muted">
          <Nature node={node} />
        </p>
      )}
      <Members node={node} $defs={$defs} />
    </div>
  );
}

function hasMore({ members, choices }: SchemaNode): boolean {
  return members.length > 0 || choices.length > 0;
}

function Members({ node, $defs }: { node: SchemaNode; $defs: OperationSlice['$defs'] }) {
  return (
    <>
      {node.members.length === 0 ? null : (
        <ul className={styles.members}>
          {node.members.map(({ name, isRequired, schema }) => (
            <Member key={name} name={name} isRequired={isRequired} schema={schema} $defs={$defs} />
          ))}
        </ul>
      )}
      {inPlaces(node.choices).map(({ key, item }) => (
        <Choice key={key} choice={item} $defs={$defs} />
      ))}
    </>
  );
}

function Choice({ choice: { alternatives, isExclusive }, $defs }: { choice: SchemaChoice; $defs: OperationSlice['$defs'] }) {
  const [chosen, setChosen] = useState(0);
  const alternative = alternatives[chosen];
  if (alternative === undefined) return null;
  return (
    <div className={styles.alternatives}>
      <label className={styles.choice}>
        {isExclusive ? 'One of' : 'Any of'}{' '}
        <select className={classNames(fieldStyles.input, styles.select)} value={chosen} onChange={(event) => setChosen(Number(event.target.value))}>
          {inPlaces(alternatives).map(({ key, place, item: { title } }) => (
            <option key={key} value={place}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <SchemaTree key={chosen} schema={alternative.schema} $defs={$defs} />
    </div>
  );
}

function Nature({ node: { nature, rules }, isRequired = false }: { node: SchemaNode; isRequired?: boolean }) {
  return (
    <>
      {nature}
      {isRequired ? <span className={styles.required}> · required</span> : null}
      {rules.map((rule) => ` · ${rule}`).join('')}
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
  return (
    <li>
      <div className={styles.line}>
        {hasMore(node) ? (
          <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} small />
            <code>{name}</code>
          </button>
        ) : (
          <code>{name}</code>
        )}
        <span className="micro muted">
          <Nature node={node} isRequired={isRequired} />
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
