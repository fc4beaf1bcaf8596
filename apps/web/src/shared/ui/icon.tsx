/** The icons of the visual language (20 px grid, square caps). The fonts have no arrows or ticks. */
import { classNames } from './class-names.ts';
import styles from './icon.module.css';

const PATHS = {
  okCircle: 'M10 2.5a7.5 7.5 0 100 15 7.5 7.5 0 000-15zM6.5 10.3l2.4 2.4 4.6-5',
  tick: 'M4 10.5l4 4 8-9',
  warn: 'M10 3L18 17H2zM10 8v4M10 14.6v.2',
  octagon: 'M7 2.5h6L17.5 7v6L13 17.5H7L2.5 13V7zM10 6.5v4.5M10 13.4v.2',
  info: 'M10 2.5a7.5 7.5 0 100 15 7.5 7.5 0 000-15zM10 9v5M10 6.2v.2',
  clock: 'M10 2.5a7.5 7.5 0 100 15 7.5 7.5 0 000-15zM10 6v4.2l3 1.8',
  barrier: 'M3 5h14v10H3zM6 15l5-10M11 15l5-10',
  dash: 'M5 10h10',
  close: 'M5 5l10 10M15 5L5 15',
  menu: 'M3 6h14M3 10h14M3 14h14',
  chevronDown: 'M5 8l5 5 5-5',
  chevronRight: 'M8 5l5 5-5 5',
  chevronLeft: 'M12 5l-5 5 5 5',
  copy: 'M7 7h9v9H7zM4 13V4h9',
  search: 'M9 3.5a5.5 5.5 0 100 11 5.5 5.5 0 000-11zM13 13l4 4',
  reload: 'M17 10.2a7 7 0 11-2-4.9M17 10.2h-6.6',
  external: 'M11 4h5v5M16 4l-7 7M13 12v4H4V7h4',
  globe: 'M10 2.5a7.5 7.5 0 100 15 7.5 7.5 0 000-15zM2.5 10h15M10 2.5c-4 4.5-4 10.5 0 15M10 2.5c4 4.5 4 10.5 0 15',
  phone: 'M6 2.5h8v15H6zM9 15h2',
  sim: 'M5 2.5h7l3.5 3.5v11.5h-10.5zM8 10h4.5v4.5H8z',
  card: 'M2.5 5h15v10h-15zM2.5 8.5h15M5 12h3',
  calculator: 'M4 3h12v14H4zM7 6h6M7 10h1M10 10h1M13 10h.2M7 13h1M10 13h1M13 13h.2',
} as const;

export type IconName = keyof typeof PATHS;

/** Decorative: a word is beside it, or the button around it has a label. */
export function Icon({ name, small = false }: { name: IconName; small?: boolean }) {
  return (
    <svg className={classNames(styles.i, small && styles.s)} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
