import { type BrowserContext, type Page, test as base } from '@playwright/test'
import { addJitter } from './jitter/jitter.ts'

/** Work of pages in the background, which a test needs or not. */
interface PageWork {
  /** True to keep the whole build for offline use, which takes three seconds of a core in each new browser profile. */
  readonly keepsBuild: boolean
  /** False for stories in which nobody writes YAML: see {@link editorOnDemand}. */
  readonly loadsEditor: boolean
}

/** Lets the page think that the browser saves data. */
const saveData = (pages: BrowserContext): Promise<unknown> =>
  pages.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
  )

/**
 * Keeps the page from loading the editor of its own accord, which takes a second of a core: it comes when something
 * asks for it.
 */
export const editorOnDemand = (pages: Page | BrowserContext): Promise<unknown> =>
  pages.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })

/** Playwright's `test`, whose pages (all those of a test's browser profile) do in the background only what it needs. */
export const test = base.extend<PageWork>({
  keepsBuild: [false, { option: true }],
  loadsEditor: [true, { option: true }],
  context: async ({ context, keepsBuild, loadsEditor }, provide, info) => {
    await addJitter(context, info.titlePath.join(' '))
    if (!keepsBuild) await saveData(context)
    if (!loadsEditor) await editorOnDemand(context)
    await provide(context)
  },
})
