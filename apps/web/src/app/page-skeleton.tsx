/** In place of a page that is on its way. */
import { Skeleton } from '../shared/ui/skeleton.tsx';

export function PageSkeleton() {
  return <Skeleton label="Loading the page" lines={9} />;
}
