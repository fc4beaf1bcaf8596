/** A dialog's scrim closes it. Dragging a selection beyond the dialog ends above the scrim, too, but begins inside, and closes nothing. */
import { type MouseEvent, type PointerEvent, useRef } from 'react';

/** @returns listeners for a `<dialog>` whose padding is inside its content, so that only the scrim is the dialog itself */
export function useScrim(onPress: () => void) {
  const begunOutside = useRef(false);
  return {
    onPointerDown: ({ target, currentTarget }: PointerEvent) => {
      begunOutside.current = target === currentTarget;
    },
    onClick: ({ target, currentTarget }: MouseEvent) => {
      if (target === currentTarget && begunOutside.current) onPress();
      begunOutside.current = false;
    },
  };
}
