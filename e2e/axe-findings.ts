import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Returns the findings of axe, one line each, after colour transitions have ended. Only findings that persist for a
 * second count.
 */
export async function findings(page: Page): Promise<readonly string[]> {
  const found = await look(page)
  if (found.length === 0) return found
  await page.waitForTimeout(1000)
  return look(page)
}

async function look(page: Page): Promise<readonly string[]> {
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter((each) => each.playState === 'running' && isFinite(each))
    await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)))
    function isFinite({ effect }: Animation): boolean {
      return effect !== null && effect.getComputedTiming().endTime !== Infinity
    }
  })
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} ${target.join(' ')}`))
}
