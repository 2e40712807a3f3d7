// Reads the JSON reports of Vitest and Playwright into the counts and times that `npm test` prints.
import { basename } from 'node:path'

/** Counts and times of a Vitest report. */
export function readUnitReport({ numPassedTests, numFailedTests, testResults }) {
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({ file: basename(name), title: fullName, ms: duration ?? 0 })),
  )
  return { passed: numPassedTests, failed: numFailedTests, flaky: [], crashed: [], tests }
}

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]

/** Terminal colours in the texts of errors. */
// oxlint-disable-next-line no-control-regex -- the escape character begins each of them
const COLOURS = /\u001B\[\d+m/g

/** Lines of Playwright's errors that say that the browser's process ended. Its excerpts of source code begin with `12 |`. */
const CRASHES = [
  /^(?:Error: )*(?:[\w.]+: )?(?:Target|Page) crashed *$/m,
  /^ *- (?:Target|Page) crashed *$/m,
  /^.*Target page, context or browser has been closed\nBrowser logs:$/m,
  /^.*Browser closed unexpectedly/m,
]

const isCrash = ({ message = '' }) => CRASHES.some((line) => line.test(message.replaceAll(COLOURS, '')))

/** Reports whether the browser's end is the only reason of each failed try of a flaky test. */
const onlyCrashed = ({ tests }) =>
  tests
    .flatMap(({ results }) => results)
    .filter(({ status }) => status !== 'passed')
    .every(({ errors = [] }) => errors.length > 0 && errors.every(isCrash))

/**
 * Counts and times of a Playwright report. A test that passed only in its second run is flaky, and counts as failed. If the
 * only reason is that the browser crashed, it counts as passed, since no expectation of the test failed; unless that happened
 * to a second test of the run.
 */
export function readE2eReport({ stats, suites }) {
  const specs = suites.flatMap(specsOf)
  const tests = specs.map((spec) => ({
    file: spec.file,
    title: spec.title,
    ms: spec.tests.reduce((sum, { results }) => sum + results.reduce((all, { duration }) => all + duration, 0), 0),
  }))
  const moody = specs.filter((spec) => spec.tests.some(({ status }) => status === 'flaky'))
  const named = (some) => some.map((spec) => `${spec.file}: ${spec.title}`)
  const crashed = moody.filter(onlyCrashed)
  const flaky = moody.filter((spec) => !crashed.includes(spec))
  const forgiven = crashed.length === 1 ? 1 : 0
  return {
    passed: stats.expected + forgiven,
    failed: stats.unexpected + stats.flaky - forgiven,
    flaky: named(flaky),
    crashed: named(crashed),
    tests,
  }
}
