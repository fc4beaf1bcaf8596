export declare function findDatabaseTests(): readonly string[];
