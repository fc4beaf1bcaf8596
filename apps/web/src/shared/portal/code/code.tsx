/** Code as it is, and a moment later with its colours. Without them nothing is missing. */
import { lazyComponent } from '../../page/lazy-component.tsx';

interface CodeProps {
  /** As in the fences of Markdown: `sh`, `js`, `python`, `json`, `http`; code in others has no colours. */
  language: string;
  code: string;
}

export const Code = lazyComponent(async () => (await import('../code-colours/coloured-code.tsx')).ColouredCode, PlainCode, PlainCode);

function PlainCode({ code }: CodeProps) {
  return <code>{code}</code>;
}
