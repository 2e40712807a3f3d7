import { expect, test } from 'vitest'
import { readE2eReport, readUnitReport } from './test-reports.mjs'

/** A test of a Playwright report, whose tries failed with these errors and then passed. */
const flaky = (title: string, ...messages: readonly string[]) => ({
  file: 'a.spec.ts',
  title,
  tests: [
    {
      status: 'flaky',
      results: [
        { status: 'failed', duration: 20, errors: messages.map((message) => ({ message })) },
        { status: 'passed', duration: 30, errors: [] },
      ],
    },
  ],
})

const good = {
  file: 'a.spec.ts',
  title: 'good',
  tests: [{ status: 'expected', results: [{ status: 'passed', duration: 10 }] }],
}

function counts(...specs: ReturnType<typeof flaky>[]) {
  const stats = { expected: 1, unexpected: 0, flaky: specs.length, skipped: 0 }
  const { tests: _, ...rest } = readE2eReport({ stats, suites: [{ specs: [good], suites: [{ specs }] }] })
  return rest
}

const crash = "Error: page.evaluate: Target crashed \n\n  12 | test('some', async () => {"
const refusal = 'Error: expect(received).toBe(expected)\n\nExpected: 2\nReceived: 1'

test('an end-to-end test that passes only in its second run is named and counts as failed', () => {
  expect(counts(flaky('moody', refusal))).toEqual({
    passed: 1,
    failed: 1,
    flaky: ['a.spec.ts: moody'],
    crashed: [],
  })
  const stats = { expected: 1, unexpected: 0, flaky: 1, skipped: 0 }
  const { tests } = readE2eReport({
    stats,
    suites: [{ specs: [good], suites: [{ specs: [flaky('moody', refusal)] }] }],
  })
  expect(tests.map(({ ms }) => ms)).toEqual([10, 50])
})

test.each([
  crash,
  'Error: page.goto: Page crashed\nCall log:\n\u001B[2m  - navigating to "/", waiting until "load"\u001B[22m',
  "Error: expect(locator).toBeVisible() failed\n\nError: element(s) not found\n\nCall log:\n\u001B[2m  - waiting for locator('#x')\u001B[22m\n\u001B[2m  - Target crashed\u001B[22m\n",
  'Error: page.click: Target page, context or browser has been closed\nBrowser logs:\n\n<launching> chromium',
])('one test whose first try failed because the browser crashed counts as passed, and is named: %j', (message) => {
  expect(counts(flaky('fell', message))).toEqual({ passed: 2, failed: 0, flaky: [], crashed: ['a.spec.ts: fell'] })
})

test('crashes of the browser under two tests of a run count as failed', () => {
  expect(counts(flaky('one', crash), flaky('two', crash))).toMatchObject({
    passed: 1,
    failed: 2,
    crashed: ['a.spec.ts: one', 'a.spec.ts: two'],
  })
})

test.each([
  ['an expectation failed too', [refusal, crash]],
  ['a page was only closed', ['Error: page.click: Target page, context or browser has been closed']],
  ['the source of the test names a crash', [`${refusal}\n\n> 12 | expect(text).toBe('Page crashed')`]],
  ['no error was reported', []],
])('a test counts as flaky when %s', (_reason, messages) => {
  expect(counts(flaky('moody', ...messages))).toMatchObject({ failed: 1, flaky: ['a.spec.ts: moody'], crashed: [] })
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
    crashed: [],
    tests: [
      { file: 'b.test.ts', title: 'lesson a one', ms: 4.5 },
      { file: 'b.test.ts', title: 'two', ms: 0 },
    ],
  })
})
