import type { Page } from '@playwright/test'
import axeCore, { type ElementContext, type RunOptions } from 'axe-core'

const rules: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
}
const rulesOfColours: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast'] } }

/** Longest time for which a page may still draw what axe would report, in milliseconds: generous, for busy machines. */
const SETTLE_MS = 10_000

/**
 * Returns the findings of axe, one line each, after colour transitions have ended. Only findings that persist count: a part
 * that is being drawn may have no name yet.
 */
export const findings = (page: Page, settleMs = SETTLE_MS): Promise<readonly string[]> =>
  persisting(page, rules, [], settleMs)

/**
 * Returns the findings in each theme, and leaves the page in the last one. A theme changes colours only: all rules run in
 * the first theme, those of colours in the others. `regions` are selectors of the parts of the page to look at.
 */
export async function findingsInThemes(
  page: Page,
  themes: readonly string[] = ['light', 'dark'],
  regions: readonly string[] = [],
  settleMs = SETTLE_MS,
): Promise<readonly string[]> {
  const found: string[] = []
  for (const theme of themes) {
    await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme)
    const lines = await persisting(page, theme === themes[0] ? rules : rulesOfColours, regions, settleMs)
    found.push(...lines.map((line) => `${theme}: ${line}`))
  }
  return found
}

async function persisting(
  page: Page,
  options: RunOptions,
  regions: readonly string[],
  settleMs: number,
): Promise<readonly string[]> {
  const endMs = Date.now() + settleMs
  for (;;) {
    const found = await look(page, options, regions)
    if (found.length === 0 || Date.now() > endMs) return found
    await page.waitForTimeout(1000)
  }
}

/** Loads axe once into each frame: a script of half a megabyte, which would be compiled again for every look. */
async function loadAxe(page: Page): Promise<void> {
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeCore.source)
}

async function look(page: Page, options: RunOptions, regions: readonly string[]): Promise<readonly string[]> {
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter((each) => each.playState === 'running' && isFinite(each))
    await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)))
    function isFinite({ effect }: Animation): boolean {
      return effect !== null && effect.getComputedTiming().endTime !== Infinity
    }
  })
  await loadAxe(page)
  return page.evaluate(
    async ([chosen, parts]) => {
      const { axe } = window as typeof window & { axe: { run: typeof axeCore.run } }
      const context: ElementContext = parts.length === 0 ? document : { include: [...parts] }
      // Only one element that passes each rule is described: describing all takes most of the time. A busy
      // frame may take long to answer, and would be left out.
      const described: RunOptions = { resultTypes: ['violations'], pingWaitTime: 10_000 }
      const { violations } = await axe.run(context, { ...chosen, ...described })
      return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} ${target.join(' ')}`))
    },
    [options, regions] as const,
  )
}
