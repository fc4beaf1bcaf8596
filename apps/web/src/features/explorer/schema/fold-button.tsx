/** A button that expands the content below it. */
import type { ReactNode } from 'react';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';

interface FoldButtonProps {
  isOpen: boolean;
  onToggle: () => void;
  /** Called on hover or keyboard focus. */
  onIntent?: () => void;
  children: ReactNode;
}

export function FoldButton({ isOpen, onToggle, onIntent, children }: FoldButtonProps) {
  return (
    <Button kind="quiet" isDense aria-expanded={isOpen} onClick={onToggle} onPointerEnter={onIntent} onFocus={onIntent}>
      <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} small />
      {children}
    </Button>
  );
}
