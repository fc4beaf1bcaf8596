/** Lists of transactions come in pages, newest first. */

/** Part of a response with transactions that contains the link to the next page. */
interface Page {
  readonly transactions: { readonly _links?: { readonly next?: { readonly href: string } } };
}

/**
 * Every page of a list, as long as the bank names a next one.
 *
 * @param read called with no parameters for the first page, then with those of the link to the next one
 */
export async function* readPages<Result extends Page>(
  read: (next: Readonly<Record<string, string>> | undefined) => Promise<Result>,
): AsyncGenerator<Result> {
  let next: Readonly<Record<string, string>> | undefined;
  do {
    const page = await read(next);
    yield page;
    const href = page.transactions._links?.next?.href;
    next = href === undefined ? undefined : Object.fromEntries(new URL(href, 'http://relative.invalid').searchParams);
  } while (next !== undefined);
}
