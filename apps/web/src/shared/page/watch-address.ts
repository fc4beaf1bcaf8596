/**
 * Changes of the address. Moving within the fragment and through the history fires both or one of two events, depending on the browser.
 * All hear of it in one turn: between two listeners of an event the browser lets happen what is due, and a part of the page would be
 * drawn for an address that its surroundings do not know yet.
 */
const EVENTS = ['hashchange', 'popstate'] as const;
const watchers = new Set<() => void>();

export function watchAddress(onChange: () => void): () => void {
  if (watchers.size === 0) for (const event of EVENTS) window.addEventListener(event, tellAll);
  watchers.add(onChange);
  return () => {
    watchers.delete(onChange);
    if (watchers.size === 0) for (const event of EVENTS) window.removeEventListener(event, tellAll);
  };
}

function tellAll(): void {
  for (const tell of watchers) tell();
}
