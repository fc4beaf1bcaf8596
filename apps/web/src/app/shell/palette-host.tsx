/** Ctrl+K, Cmd+K, or the button in the header: the palette, which is loaded when it is first asked for. */
import type { Menu } from '@portico/contract';
import { useEffect, useState } from 'react';
import { lazyComponent } from '../../shared/page/lazy-component.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { MissingDialog } from '../missing-dialog.tsx';

const Palette = lazyComponent(async () => (await import('../../features/palette/index.ts')).Palette, undefined, MissingDialog);

export function PaletteHost({ menu }: { menu: Menu }) {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      setIsOpen(true);
    };
    document.addEventListener('keydown', open);
    return () => document.removeEventListener('keydown', open);
  }, []);
  return (
    <>
      <Button
        isIcon
        aria-label="Search pages and operations"
        title="Search (Ctrl K)"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setIsOpen(true)}
      >
        <Icon name="search" />
      </Button>
      {isOpen ? <Palette menu={menu} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}
