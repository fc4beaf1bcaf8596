/** A path of the API: a line breaks after a slash, and never inside a word. A part that is wider than the line is broken. */
import { inPlaces } from '../../ui/in-places.ts';
import styles from './call-path.module.css';

export function CallPath({ path, className }: { path: string; className?: string | undefined }) {
  return (
    <code className={className === undefined ? styles.path : `${styles.path} ${className}`}>
      {inPlaces(path.match(/[^/]+\/?|\//g) ?? []).map(({ key, item }) => (
        <span key={key}>{item}</span>
      ))}
    </code>
  );
}
