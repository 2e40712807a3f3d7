import { parts } from '#ui/shell/parts.ts'

const nextIdle = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve())
    else setTimeout(resolve, 50)
  })

/** Loads the code of the benches one after the other while the page is idle, so that they open at once. */
export async function prefetchBenches(): Promise<void> {
  for (const { prefetch } of parts.work) {
    if (prefetch === undefined) continue
    await nextIdle()
    await prefetch()
  }
}
