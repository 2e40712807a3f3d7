/** Counts and times of one report; `ms` of a test is the sum of its runs. */
export interface ReportCounts {
  readonly passed: number
  readonly failed: number
  /** `file: title` of tests that passed only in a second run. */
  readonly flaky: readonly string[]
  readonly tests: readonly { readonly file: string; readonly title: string; readonly ms: number }[]
}

/** Counts and times of a Vitest report. */
export function readUnitReport(report: object): ReportCounts
/** Counts and times of a Playwright report. A test that passed only in its second run is flaky, and counts as failed. */
export function readE2eReport(report: object): ReportCounts
