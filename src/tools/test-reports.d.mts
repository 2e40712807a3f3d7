/** Counts and times of one report; `ms` of a test is the sum of its runs. */
export interface ReportCounts {
  readonly passed: number
  readonly failed: number
  /** `file: title` of tests that passed only in a second run. */
  readonly flaky: readonly string[]
  /** `file: title` of tests that passed in a second run, after the browser crashed under the first. */
  readonly crashed: readonly string[]
  readonly tests: readonly { readonly file: string; readonly title: string; readonly ms: number }[]
}

/** Counts and times of a Vitest report. */
export function readUnitReport(report: object): ReportCounts
/**
 * Counts and times of a Playwright report. A test that passed only in its second run is flaky, and counts as failed, unless a
 * crash of the browser was the only reason, once in a run.
 */
export function readE2eReport(report: object): ReportCounts
