/** How the explorer lays out a section's operations, on the server and in the browser alike. */

/** A section of more operations is laid out by their first tags. */
export const LONG_SECTION = 60;
/** Stands for operations without a tag among operations with one. */
export const UNTAGGED = 'Other';
