/** After a failed authentication: the customer's other methods, each a button that leads back to what is signed. */
import type { AuthMethod } from '@portico/contract/values';
import { Button } from '../ui/button.tsx';

interface OtherMethodsProps {
  readonly methods: readonly AuthMethod[];
  /** The failed method is blocked. */
  readonly isFirstPrimary: boolean;
  readonly labelOf: (method: AuthMethod) => string;
  readonly choose: (method: AuthMethod) => void;
}

export function OtherMethods({ methods, isFirstPrimary, labelOf, choose }: OtherMethodsProps) {
  return methods.map((method, index) => (
    <Button key={method} kind={isFirstPrimary && index === 0 ? 'primary' : 'secondary'} isBlock onClick={() => choose(method)}>
      {labelOf(method)}
    </Button>
  ));
}
