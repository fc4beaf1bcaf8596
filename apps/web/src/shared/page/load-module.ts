/**
 * Imports a part of the page. What a browser failed to fetch as a module it never asks for again while the page lives (HTML, "fetch a single
 * module script": the module map keeps the failure), so without a connection nothing is asked: what is tried again then works.
 *
 * @throws Error when the computer is offline, or as `load` does
 */
export async function loadModule<Part>(load: () => Promise<Part>): Promise<Part> {
  // On the server, which draws the first page, it is undefined.
  if (navigator.onLine === false) throw new Error('This computer is offline.');
  return await load();
}
