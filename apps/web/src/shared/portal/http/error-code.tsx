/** An error code that leads to its row on the page of error codes. */
import { sectionHref } from '../prose/sections.ts';

/** Pages with a row for each code (specification §2). */
const PAGE = '/api-error-handling';
const FALLBACK_PAGE = '/how-to-fallback';

interface ErrorCodeProps {
  code: string;
  /** One code may have a row for each status. */
  status: number;
  isFallback?: boolean;
}

export function ErrorCode({ code, status, isFallback = false }: ErrorCodeProps) {
  return (
    <a href={sectionHref(isFallback ? FALLBACK_PAGE : PAGE, `${code}-${status}`)}>
      <code>{code}</code>
    </a>
  );
}
