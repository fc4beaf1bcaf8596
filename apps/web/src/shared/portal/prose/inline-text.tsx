/** Running text with its three faces: plain, code, strong; any of them may be a link. */
import type { Inline } from '@portico/contract';
import { Fragment, type ReactNode } from 'react';
import { inPlaces } from '../../ui/in-places.ts';

export function InlineText({ content }: { content: readonly Inline[] }) {
  return inPlaces(content).map(({ key, item }) => <Fragment key={key}>{linked(item, faced(item))}</Fragment>);
}

function faced({ text, code, strong }: Inline): ReactNode {
  if (code === true) return <code>{breakable(text)}</code>;
  return strong === true ? <strong className="strong">{text}</strong> : text;
}

function linked({ href }: Inline, face: ReactNode): ReactNode {
  return href === undefined ? face : <a href={href}>{face}</a>;
}

/** Long paths and field names may break after a slash or a dot, and only there. */
export function breakable(text: string): ReactNode {
  return inPlaces(text.split(/(?<=[/.])(?=\w)/)).map(({ key, place, item }) => (
    <Fragment key={key}>
      {place === 0 ? null : <wbr />}
      {item}
    </Fragment>
  ));
}
