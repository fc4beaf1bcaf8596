/** Path of the Node that runs the TypeScript sources. */
export declare function runtimePath(): string;
/** Packs the typed client into the folder from which a server offers it, unless its sources are unchanged. */
export declare function ensureClientPacked(runtime: string): Promise<void>;

/** Builds pages and servers if their sources changed. */
export function ensureBuilt(runtime: string): Promise<void>;
