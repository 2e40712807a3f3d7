import { expect, test } from '@playwright/test'
import { digestInNode, walkSteps } from '../harness/digest-in-node.ts'
import { serveModule } from '../harness/serve-module.ts'
import type { Tab } from './engine.ts'

interface Library {
  useEntries(): Promise<unknown>
  digestOfWalk(seed: number, steps: number): Promise<unknown>
}

/** A test that uses the entries of the library which pages have. */
export function libraryStory(tabOf: () => Tab): void {
  test('[LIB2] the library serves a page, keeps its objects, and stores the same bytes as in Node', async () => {
    test.setTimeout(600_000)
    const tab = tabOf()
    const harness = await serveModule('./library.ts')
    try {
      await tab.goto(harness.url)
      await expect.poll(() => tab.run(() => 'useEntries' in globalThis, null)).toBe(true)
      const used = await tab.run(() => (globalThis as unknown as Library).useEntries(), null)
      expect(used).toEqual({
        event: 'ADDED',
        kept: 200,
        group: 200,
        value: { type: 'value', value: [2, 4], cost: 29 },
        valid: false,
      })
      const digest = await tab.run((steps) => (globalThis as unknown as Library).digestOfWalk(5, steps), walkSteps)
      expect(digest).toEqual(await digestInNode(harness.code, 5, walkSteps))
    } finally {
      await harness.close()
    }
  })
}
