/** Expands a schema. The tree and the referenced schemas are loaded on demand. */
import type { OperationBrief, SliceSchema } from '@portico/contract';
import { useState } from 'react';
import { lazyComponent } from '../../../shared/page/lazy-component.tsx';
import { LoadFailure } from '../../../shared/portal/load-failure.tsx';
import { MissingPart } from '../../../shared/portal/missing-part.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { FoldButton } from './fold-button.tsx';
import { useDefs } from './use-defs.ts';

const SchemaTree = lazyComponent(async () => (await import('../response/reading-chunk.ts')).SchemaTree, Loading, MissingPart);

interface SchemaViewProps {
  title: string;
  schema: SliceSchema;
  slice: OperationBrief;
}

export function SchemaView({ title, schema, slice }: SchemaViewProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { $defs, load, failure } = useDefs(slice, isOpen);
  const prepare = () => {
    SchemaTree.preload();
    load();
  };
  return (
    <div>
      <FoldButton isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)} onIntent={prepare}>
        Schema of {title}
      </FoldButton>
      {!isOpen ? null : $defs !== undefined ? (
        <SchemaTree schema={schema} $defs={$defs} />
      ) : failure === undefined ? (
        <Loading />
      ) : (
        <LoadFailure failure={failure} onRetry={load} />
      )}
    </div>
  );
}

function Loading() {
  return <Skeleton label="Loading the schema" lines={4} />;
}
