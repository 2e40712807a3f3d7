// Reads the JSON reports of Vitest and Playwright into the counts and times that `npm test` prints.
import { basename } from 'node:path'

/** Counts and times of a Vitest report. */
export function readUnitReport({ numPassedTests, numFailedTests, testResults }) {
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({ file: basename(name), title: fullName, ms: duration ?? 0 })),
  )
  return { passed: numPassedTests, failed: numFailedTests, flaky: [], tests }
}

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]

/** Counts and times of a Playwright report. A test that passed only in its second run is flaky, and counts as failed. */
export function readE2eReport({ stats, suites }) {
  const specs = suites.flatMap(specsOf)
  const tests = specs.map((spec) => ({
    file: spec.file,
    title: spec.title,
    ms: spec.tests.reduce((sum, { results }) => sum + results.reduce((all, { duration }) => all + duration, 0), 0),
  }))
  const flaky = specs
    .filter((spec) => spec.tests.some(({ status }) => status === 'flaky'))
    .map((spec) => `${spec.file}: ${spec.title}`)
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, flaky, tests }
}
