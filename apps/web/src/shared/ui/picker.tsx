/** One of a few, all visible: platform radio buttons in boxes wide enough for a thumb. */
import { useId } from 'react';
import { Icon, type IconName } from './icon.tsx';
import styles from './picker.module.css';

interface PickerOption<Value extends string> {
  value: Value;
  label: string;
  icon?: IconName;
}

export interface PickerProps<Value extends string> {
  label: string;
  options: readonly PickerOption<Value>[];
  value: Value | undefined;
  isDisabled?: boolean;
  onChange: (value: Value) => void;
}

export function Picker<Value extends string>({ label, options, value, isDisabled = false, onChange }: PickerProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles.picker} disabled={isDisabled}>
      <legend>{label}</legend>
      {options.map((option) => (
        <label className={styles.pick} key={option.value}>
          <input type="radio" name={name} value={option.value} checked={option.value === value} onChange={() => onChange(option.value)} />
          <span className={styles.text}>{option.label}</span>
          {option.icon === undefined ? null : <Icon name={option.icon} />}
        </label>
      ))}
    </fieldset>
  );
}
