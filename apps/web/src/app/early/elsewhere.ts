/**
 * Runs before anything is painted: a plain script without imports, which the browser waits for. Where the address is not the landing page's,
 * what the server has drawn of it is hidden; the page's own script takes it away (`shared/early/first-sight.ts`).
 */
// In a block: what a plain script declares beside it is everybody's.
{
  const SIGNING = /[?&]m=(?:signing|cancelling)/;
  const LANDING = /^(?:#\/?)?(?:\?|$)/;
  const { hash } = window.location;
  if (!LANDING.test(hash) || SIGNING.test(hash)) document.documentElement.dataset.elsewhere = '';
}

// For TypeScript alone, which takes it for a module; the build drops this line and stops if anything is left of it.
export {};
