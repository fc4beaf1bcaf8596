export interface FailedTest {
  /** File, groups and title, e.g. `tools/tidy.test.ts > the repository > pins every dependency exactly`. */
  readonly name: string;
  readonly error: string;
}

export declare function failedTests(report: unknown, root: string): readonly FailedTest[];
export declare function failedJourneys(report: unknown): readonly FailedTest[];
export declare function describeFailures(failures: readonly FailedTest[]): readonly string[];
