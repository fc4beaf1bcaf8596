/** How the explorer groups a section's operations, on the server and in the browser. */

/** A section with more operations is grouped by their first tags. */
export const LONG_SECTION = 60;
/** The group of operations without a tag in such a section. */
export const UNTAGGED = 'Other';
