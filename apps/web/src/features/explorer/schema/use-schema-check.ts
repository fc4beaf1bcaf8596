/** Loads the schema validator on demand; a failed load can be repeated. */
import { useCallback, useState } from 'react';
import { loadModule } from '../../../shared/page/load-module.ts';
import type { checkSchema } from './check-schema.ts';

export interface SchemaCheck {
  /** Undefined until it is loaded. */
  readonly checkSchema: typeof checkSchema | undefined;
  readonly hasFailed: boolean;
  readonly load: () => void;
}

export function useSchemaCheck(): SchemaCheck {
  const [found, setFound] = useState<Pick<SchemaCheck, 'checkSchema' | 'hasFailed'>>({ checkSchema: undefined, hasFailed: false });
  const load = useCallback(() => {
    setFound((was) => ({ ...was, hasFailed: false }));
    loadModule(() => import('./check-schema.ts')).then(
      (part) => setFound({ checkSchema: part.checkSchema, hasFailed: false }),
      () => setFound({ checkSchema: undefined, hasFailed: true }),
    );
  }, []);
  return { ...found, load };
}
