/** One parameter: its name and type on the left, its value on the right. */
import type { SliceParameter } from '@portico/contract';
import { type ReactNode, useId, useState } from 'react';
import { isRecord } from '../../../shared/api/api-error.ts';
import { ProseView } from '../../../shared/portal/prose/prose-view.tsx';
import { classNames } from '../../../shared/ui/class-names.ts';
import fieldStyles from '../../../shared/ui/field.module.css';
import { Icon } from '../../../shared/ui/icon.tsx';
import styles from './form.module.css';

interface ParameterFieldProps {
  parameter: SliceParameter;
  value: string;
  problem: string | undefined;
  /** How to get the value. */
  hint: ReactNode;
  onChange: (value: string) => void;
}

export function ParameterField({ parameter, value, problem, hint, onChange }: ParameterFieldProps) {
  const id = useId();
  const [isLeft, setIsLeft] = useState(false);
  // An empty field shows its error only after the visitor has left it.
  const isWrong = problem !== undefined && (isLeft || value !== '');
  const { name, required, description, schema, isDeprecated } = parameter;
  const values = choicesOf(schema);
  const control = {
    id,
    value,
    required,
    className: classNames(fieldStyles.input, styles.value, isWrong && fieldStyles.invalid),
    'aria-describedby': `${id}-about`,
    'aria-invalid': isWrong || undefined,
    onBlur: () => setIsLeft(true),
  };
  return (
    <div className={styles.parameter}>
      <div className={styles.name}>
        <label htmlFor={id}>{name}</label>
        <span className={styles.meta}>
          {required ? <span className={styles.required}>required</span> : 'optional'} · {parameter.in} · {natureOf(schema)}
          {isDeprecated === true ? ' · deprecated' : ''}
        </span>
      </div>
      <div>
        {values === undefined ? (
          <input {...control} type="text" autoComplete="off" spellCheck={false} onChange={(event) => onChange(event.target.value)} />
        ) : (
          <select {...control} onChange={(event) => onChange(event.target.value)}>
            {required && value !== '' ? null : <option value="">not sent</option>}
            {values.map((choice) => (
              <option key={choice} value={choice}>
                {choice}
              </option>
            ))}
          </select>
        )}
        <div className={styles.about} id={`${id}-about`}>
          {problem === undefined ? null : isWrong ? (
            <p className={fieldStyles.errorText}>
              <Icon name="octagon" small />
              <span>{problem}</span>
            </p>
          ) : (
            <p className="strong">{problem}</p>
          )}
          {hint}
          {description === undefined ? null : <ProseView prose={description} />}
        </div>
      </div>
    </div>
  );
}

/** `true` and `false` are offered as choices, too. */
function choicesOf(schema: unknown): readonly string[] | undefined {
  if (!isRecord(schema)) return undefined;
  if (schema.type === 'boolean') return ['true', 'false'];
  if (typeof schema.const === 'string') return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum.map(String) : undefined;
}

/** In one word; the format is more specific than the type. */
function natureOf(schema: unknown): string {
  if (!isRecord(schema)) return 'any';
  if (typeof schema.format === 'string') return schema.format;
  if (Array.isArray(schema.enum)) return 'choice';
  return typeof schema.type === 'string' ? schema.type : 'any';
}
