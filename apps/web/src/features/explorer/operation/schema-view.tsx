/** What opens a schema. The tree, and the schemas that it refers to, come when somebody turns to it. */
import type { OperationBrief, SliceSchema } from '@portico/contract';
import { useState } from 'react';
import { lazyPart } from '../../../shared/page/lazy-part.tsx';
import { LoadFailure } from '../../../shared/portal/load-failure.tsx';
import { MissingPart } from '../../../shared/portal/missing-part.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { FoldButton } from './fold-button.tsx';
import { useDefs } from './use-defs.ts';

const SchemaTree = lazyPart(async () => (await import('./reading-part.ts')).SchemaTree, Loading, MissingPart);

interface SchemaViewProps {
  title: string;
  schema: SliceSchema;
  slice: OperationBrief;
}

export function SchemaView({ title, schema, slice }: SchemaViewProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { $defs, load, failure } = useDefs(slice, isOpen);
  const prepare = () => {
    SchemaTree.warmUp();
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
