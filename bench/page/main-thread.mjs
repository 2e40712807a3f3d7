// Measures the work of the page's main thread with the Chrome DevTools Protocol.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
export const round = (value, digits = 1) => Number(value.toFixed(digits))

/**
 * Starts to count the main thread's work in milliseconds. Durations are CPU time of the thread, not wall time, so another
 * load on the machine changes them little.
 */
export async function mainThreadOf(page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    const of = (name) => metrics.find((metric) => metric.name === name)?.value ?? 0
    const [script, style, layout] = ['ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration'].map(
      (name) => of(name) * 1000,
    )
    return {
      script,
      style,
      layout,
      work: script + style + layout,
      task: of('TaskDuration') * 1000,
      styles: of('RecalcStyleCount'),
    }
  }
  /** Returns the cost of `run`, including everything that the page does during `settle` milliseconds afterwards, idle work too. */
  const cost = async (run, settleMs = 0) => {
    const before = await read()
    await run()
    if (settleMs > 0) await sleep(settleMs)
    const after = await read()
    return Object.fromEntries(Object.entries(after).map(([name, value]) => [name, value - before[name]]))
  }
  return { session, cost }
}

/** Returns the median of each figure over `runs`, divided by `steps` if a run has several. */
export function medians(runs, steps = 1) {
  const names = Object.keys(runs[0] ?? {})
  return Object.fromEntries(names.map((name) => [name, round(median(runs.map((run) => run[name])) / steps, 2)]))
}

/** Records tasks over 50 ms in the page; the returned function reads the longest in milliseconds since the last call. */
export async function watchLongTasks(page) {
  await page.evaluate(() => {
    window.longest = 0
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration)
    }).observe({ type: 'longtask' })
  })
  return () =>
    page.evaluate(() => {
      const { longest } = window
      window.longest = 0
      return longest
    })
}

/** Returns the memory in MiB of the largest renderer process (the page), and of all together. */
export async function rendererMemory(context) {
  const session = await context.browser().newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const sizes = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => residentMiB(id))
  return { page: Math.max(0, ...sizes), all: sizes.reduce((sum, size) => sum + size, 0) }
}

/** Returns the CPU time in milliseconds that all processes of the browser have taken. */
export async function browserCpuMs(context) {
  const session = await context.browser().newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime * 1000, 0)
}

function residentMiB(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1024)
  } catch {
    // There is no /proc on macOS.
    return Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024)
  }
}
