export declare function findDatabaseTests(): readonly string[];
export declare function findTestsOfOneEngine(): readonly string[];
