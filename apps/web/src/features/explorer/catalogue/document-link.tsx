/** Saves the whole document of a section (specification §7: the document as a blob). A document of a bank can have megabytes, so the link tells that it loads. */
import type { IndexSection } from '@portico/contract';
import type { MouseEvent } from 'react';
import { saveBlob } from '../../../shared/page/save-blob.ts';
import { useAction } from '../../../shared/portal/use-action.ts';
import { useExtra } from '../../../shared/portal/use-extra.ts';

interface DocumentLinkProps {
  section: Pick<IndexSection, 'apiId' | 'title'>;
  format: 'json' | 'yaml';
  apiBase: string;
}

/** A link, so that its address can be copied and opened elsewhere. */
export function DocumentLink({ section: { apiId, title }, format, apiBase }: DocumentLinkProps) {
  const { api } = useExtra();
  const { run, isPending } = useAction();
  const path = `/specs/${encodeURIComponent(apiId)}`;
  const save = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void run(async () => saveBlob(await api.blob({ path, query: { format, download: 'true' } }), `${apiId}.${format}`));
  };
  return (
    <a href={`${apiBase}${path}?format=${format}&download=true`} download aria-busy={isPending} onClick={save}>
      {isPending ? `Loading ${format.toUpperCase()}` : format.toUpperCase()}
      <span className="vh"> of {title}</span>
    </a>
  );
}
