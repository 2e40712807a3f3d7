import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const all = (axe: AxeBuilder): AxeBuilder => axe.withTags(rules)
const ofColours = (axe: AxeBuilder): AxeBuilder => axe.withRules(['color-contrast'])

/** Longest time for which a page may still draw what axe would report, in milliseconds: generous, for busy machines. */
const SETTLE_MS = 10_000

/**
 * Returns the findings of axe, one line each, after colour transitions have ended. Only findings that persist count: a part
 * that is being drawn may have no name yet.
 */
export async function findings(page: Page, choose = all): Promise<readonly string[]> {
  const endMs = Date.now() + SETTLE_MS
  for (;;) {
    const found = await look(page, choose)
    if (found.length === 0 || Date.now() > endMs) return found
    await page.waitForTimeout(1000)
  }
}

/**
 * Returns the findings in each theme, and leaves the page in the last one. A theme changes colours only: all rules run in
 * the first theme, those of colours in the others. `regions` are selectors of the parts of the page to look at.
 */
export async function findingsInThemes(
  page: Page,
  themes: readonly string[] = ['light', 'dark'],
  regions: readonly string[] = [],
): Promise<readonly string[]> {
  const found: string[] = []
  const within = (axe: AxeBuilder): AxeBuilder => regions.reduce((narrowed, region) => narrowed.include(region), axe)
  for (const theme of themes) {
    await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme)
    const rulesOf = theme === themes[0] ? all : ofColours
    const lines = await findings(page, (axe) => rulesOf(within(axe)))
    found.push(...lines.map((line) => `${theme}: ${line}`))
  }
  return found
}

async function look(page: Page, choose: typeof all): Promise<readonly string[]> {
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter((each) => each.playState === 'running' && isFinite(each))
    await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)))
    function isFinite({ effect }: Animation): boolean {
      return effect !== null && effect.getComputedTiming().endTime !== Infinity
    }
  })
  const { violations } = await choose(new AxeBuilder({ page })).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} ${target.join(' ')}`))
}
