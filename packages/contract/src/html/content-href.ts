/** Checks the links of content. */

/** A page of the portal, an https site or a mail address. No script, no other scheme, no user name before the host, no invisible character. */
const HREF =
  /^(?:#\/[^\s\p{Cc}\p{Cf}\\]*|https:\/\/[\p{L}\p{N}.-]+(?::\d{1,5})?(?:[/?#][^\s\p{Cc}\p{Cf}\\]*)?|mailto:[^\s\p{Cc}\p{Cf}\\@?]+@[\w.-]+(?:\?[^\s\p{Cc}\p{Cf}\\]*)?)$/iu;

/** Returns true for a link that content may contain. */
export const isContentHref = (href: string): boolean => HREF.test(href);
