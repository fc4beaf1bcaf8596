/** The way to the same text as Markdown, where the content system has it. */
import styles from './markdown-link.module.css';

interface MarkdownLinkProps {
  contentBase: string;
  /** Below the content base, as `content-checks.ts` lets it pass. */
  path: string | undefined;
}

export function MarkdownLink({ contentBase, path }: MarkdownLinkProps) {
  return path === undefined ? null : (
    <p className={`small ${styles.link}`}>
      <a href={`${contentBase}${path}`} type="text/markdown">
        View as Markdown
      </a>
    </p>
  );
}
