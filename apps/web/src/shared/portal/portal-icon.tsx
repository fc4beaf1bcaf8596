/** Icons of the portal only, so that customers' pages do not load them. The same grid and stroke as `ui/icon.tsx`. */
import { classNames } from '../ui/class-names.ts';
import styles from '../ui/icon.module.css';

const PATHS = {
  eye: 'M2.5 10S5 5 10 5s7.5 5 7.5 5-2.5 5-7.5 5-7.5-5-7.5-5zM10 8a2 2 0 100 4 2 2 0 000-4z',
  eyeOff: 'M2.5 10S5 5 10 5s7.5 5 7.5 5-2.5 5-7.5 5-7.5-5-7.5-5zM4 16.5L16 3.5',
  person: 'M10 3.5a3.2 3.2 0 100 6.4 3.2 3.2 0 000-6.4zM3.5 17c.6-3.4 3-5 6.5-5s5.9 1.6 6.5 5',
  google: 'M17 10.2a7 7 0 11-2-4.9M17 10.2h-6.6',
  plus: 'M10 4v12M4 10h12',
} as const;

/** Decorative, like every icon: a word is beside it, or the button has a label. */
export function PortalIcon({ name, small = false }: { name: keyof typeof PATHS; small?: boolean }) {
  return (
    <svg className={classNames(styles.i, small && styles.s)} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
