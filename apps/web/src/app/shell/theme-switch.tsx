/** Light, dark, or as the device. The portal alone has it: customers' pages follow the device. */
import { useEffect, useId, useState } from 'react';
import { useExtra } from '../../shared/portal/use-extra.ts';
import styles from './shell.module.css';

const THEMES = ['light', 'dark'] as const;
const NAMES = { device: 'As the device', light: 'Light', dark: 'Dark' } as const;
type Theme = (typeof THEMES)[number];

export function ThemeSwitch() {
  const { storage } = useExtra();
  const id = useId();
  const [theme, setTheme] = useState<Theme>();
  useEffect(() => setTheme(THEMES.find((known) => known === storage.theme.read())), [storage]);
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (theme !== undefined) dataset.theme = theme;
    return () => {
      delete dataset.theme;
    };
  }, [theme]);
  const choose = (value: string) => {
    const chosen = THEMES.find((known) => known === value);
    if (chosen === undefined) storage.theme.clear();
    else storage.theme.write(chosen);
    setTheme(chosen);
  };
  return (
    <span className={styles.theme}>
      <label htmlFor={id}>Theme</label>
      <select id={id} name="theme" value={theme ?? 'device'} onChange={(event) => choose(event.target.value)}>
        {(['device', ...THEMES] as const).map((value) => (
          <option key={value} value={value}>
            {NAMES[value]}
          </option>
        ))}
      </select>
    </span>
  );
}
