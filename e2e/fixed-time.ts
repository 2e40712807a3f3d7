import type { Page } from '@playwright/test'

/** The moment at which pictures are taken. */
const pictureTime = Date.UTC(2026, 4, 4, 14, 7, 42)

/**
 * Fixes `Date` in the page and in its workers, so that the sample always has the same times. For pages that are opened with
 * `?worker=dedicated`: a test cannot reach into a SharedWorker.
 */
export async function fixTime(page: Page): Promise<void> {
  await page.clock.setFixedTime(pictureTime)
  await page.addInitScript((at) => {
    const fixed = `const Real = Date
      globalThis.Date = class extends Real {
        constructor(...values) { super(...(values.length === 0 ? [${at}] : values)) }
        static now() { return ${at} }
      }`
    const toUrl = (code: string): string => URL.createObjectURL(new Blob([code], { type: 'text/javascript' }))
    // A module of imports only: the worker's own script runs after the first one, and before any message arrives.
    window.Worker = class extends window.Worker {
      constructor(url: string | URL, options?: WorkerOptions) {
        const modules = [toUrl(fixed), String(new URL(url, location.href))]
        super(toUrl(modules.map((each) => `import ${JSON.stringify(each)}`).join('\n')), options)
      }
    }
  }, pictureTime)
}
