import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Tab } from './engine.ts'
import { openLab } from './requests.ts'

/** `npm test` opens one bench and one lesson in each engine: docs/reliability.md */
const isWhole = process.env['ORCHARD_ENGINES_WHOLE'] === '1'

interface Bench {
  readonly tab: string
  readonly bench?: string
  /** Selects what the bench shows once the server has answered it, so many times. */
  readonly outcome: string
  readonly count: number
}

const benches: readonly Bench[] = [
  { tab: 'race', bench: 'put.abba', outcome: '[data-testid=race-matrix][aria-busy=false] [data-outcome]', count: 30 },
  { tab: 'patch-quad', bench: 'set', outcome: '[data-patch] [data-code="200"]', count: 3 },
  { tab: 'versions', outcome: '[data-testid=versions] [data-code]', count: 40 },
  { tab: 'bytes', outcome: '[data-form=protobuf] [data-field="spec/replicas"]', count: 1 },
  { tab: 'apply', outcome: '[data-ways=right] [data-choice][data-code]', count: 3 },
  { tab: 'informer', bench: 'list~on', outcome: '[data-testid=informer-cache] tr[data-stale=false]', count: 1 },
  { tab: 'diff', outcome: '[data-testid=diff-text] .view-line', count: 1 },
]

const lessons = readdirSync(join(import.meta.dirname, '../../src/lessons'), { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
)

/** Waits until so many elements are there, or more. */
const untilThere = (tab: Tab, selector: string, count: number): Promise<void> =>
  expect
    .poll(() => tab.run((wanted) => document.querySelectorAll(wanted).length, selector), { message: selector })
    .toBeGreaterThanOrEqual(count)

/** Presses the button in `region` whose words match as soon as it can be pressed; returns its words. */
async function press(tab: Tab, region: string, words: string): Promise<string> {
  let found = ''
  await expect
    .poll(
      async () =>
        (found = await tab.run(
          ({ place, pattern }) => {
            const buttons = [...document.querySelectorAll<HTMLButtonElement>(`${place} button:not(:disabled)`)]
            const button = buttons.find(({ textContent }) => new RegExp(pattern).test(textContent))
            button?.click()
            return button?.textContent ?? ''
          },
          { place: region, pattern: words },
        )),
      { message: `the button ${words}` },
    )
    .not.toBe('')
  return found
}

const textOf = (tab: Tab, selector: string): Promise<string> =>
  tab.run((wanted) => document.querySelector<HTMLElement>(wanted)?.textContent ?? '', selector)

const column = '[data-region="lesson"]'

/** Sends the requests of the first step's answer, one after the other, until the step is done. */
async function playFirstStep(tab: Tab): Promise<void> {
  for (let at = 1, count = 1; at <= count; at += 1) {
    const label = await press(tab, column, '^Answer')
    count = Number(/of (\d+)$/.exec(label)?.[1] ?? 1)
    // The focus moves there once the answer is in the console.
    await expect
      .poll(() => tab.run(() => document.activeElement?.getAttribute('data-testid'), null))
      .toBe('request-send')
    await tab.click('[data-testid=request-send]:not(:disabled)')
    await expect.poll(() => textOf(tab, `${column} footer`)).toMatch(new RegExp(`(?:^|[^0-9])${at} requests?, par`))
  }
  await expect.poll(() => textOf(tab, column)).toContain('Done.')
}

/** Tests that open the benches and the lessons of the Lab by their addresses. */
export function labStories(tabOf: () => Tab): void {
  for (const { tab: part, bench = '', outcome, count } of isWhole ? benches : benches.slice(0, 1))
    test(`the bench ${part} opens by its address and shows what the server answers`, async () => {
      const tab = tabOf()
      await openLab(tab, `?kind=apps.v1.deployments&ns=shop&obj=web&tab=${part}&bench=${encodeURIComponent(bench)}`)
      await untilThere(tab, outcome, count)
    })
  for (const id of isWhole ? lessons : ['first-write'])
    test(`the lesson ${id} opens by its address, and its first step is played by its answer`, async () => {
      const tab = tabOf()
      await openLab(tab, `?room=lessons&lesson=${id}&step=1`)
      await press(tab, '[aria-label="The step that was asked for"]', '^Start at this step$')
      await playFirstStep(tab)
    })
}
