/** Where content may lead. */

/** A page of the portal, another site, a mailbox: no script, no other scheme, no name before the host, nothing invisible. */
const HREF =
  /^(?:#\/[^\s\p{Cc}\p{Cf}\\]*|https:\/\/[\p{L}\p{N}.-]+(?::\d{1,5})?(?:[/?#][^\s\p{Cc}\p{Cf}\\]*)?|mailto:[^\s\p{Cc}\p{Cf}\\@?]+@[\w.-]+(?:\?[^\s\p{Cc}\p{Cf}\\]*)?)$/iu;

/** Whether content may lead there. */
export const isContentHref = (href: string): boolean => HREF.test(href);
