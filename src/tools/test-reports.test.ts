import { expect, test } from 'vitest'
import { readE2eReport, readUnitReport } from './test-reports.mjs'

test('an end-to-end test that passes only in its second run is named and counts as failed', () => {
  const run = (title: string, status: string, ...durations: number[]) => ({
    file: 'a.spec.ts',
    title,
    tests: [{ status, results: durations.map((duration) => ({ duration })) }],
  })
  const report = {
    stats: { expected: 1, unexpected: 0, flaky: 1, skipped: 0 },
    suites: [{ specs: [run('good', 'expected', 10)], suites: [{ specs: [run('moody', 'flaky', 20, 30)] }] }],
  }

  const { passed, failed, flaky, tests } = readE2eReport(report)

  expect({ passed, failed, flaky }).toEqual({ passed: 1, failed: 1, flaky: ['a.spec.ts: moody'] })
  expect(tests.map(({ ms }) => ms)).toEqual([10, 50])
})

test('the unit report keeps the time of each test', () => {
  const report = {
    numPassedTests: 1,
    numFailedTests: 1,
    testResults: [
      {
        name: '/somewhere/b.test.ts',
        assertionResults: [{ fullName: 'lesson a one', duration: 4.5 }, { fullName: 'two' }],
      },
    ],
  }

  expect(readUnitReport(report)).toEqual({
    passed: 1,
    failed: 1,
    flaky: [],
    tests: [
      { file: 'b.test.ts', title: 'lesson a one', ms: 4.5 },
      { file: 'b.test.ts', title: 'two', ms: 0 },
    ],
  })
})
