/** Id of the element in which the server writes the runtime configuration into a page, as JSON. */
export const RUNTIME_CONFIG_ID = 'runtime-config';
