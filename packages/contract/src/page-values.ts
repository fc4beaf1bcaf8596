/** Id of the element in which the server embeds the runtime configuration in a page, as JSON. */
export const RUNTIME_CONFIG_ID = 'runtime-config';
/** Id of the element with the content of the landing page, by its path below the content base. */
export const FIRST_CONTENT_ID = 'first-content';
