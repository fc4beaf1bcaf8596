/** Id of the element in which the server writes the runtime configuration into a page, as JSON. */
export const RUNTIME_CONFIG_ID = 'runtime-config';
/** Likewise of what the content base answers first, by path below it. */
export const FIRST_CONTENT_ID = 'first-content';
