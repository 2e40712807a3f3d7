import type { ComponentType } from 'react'
import { later } from '#ui/kit/later.tsx'
import { openWorkTab } from './actions.ts'
import type { WorkPanel } from './part.ts'

interface BenchViews {
  readonly Body: ComponentType
  readonly Tools?: ComponentType
}

interface Bench {
  readonly id: string
  readonly title: string
  /** The line of the palette that opens the bench. */
  readonly command: string
  readonly load: () => Promise<BenchViews>
}

const NoTools = () => null

/** Makes a work tab of a bench: wide, without the dock, and loaded when it is first opened. */
export function benchPanel({ id, title, command, load }: Bench): WorkPanel {
  let views: Promise<BenchViews> | undefined
  const loadOnce = (): Promise<BenchViews> => {
    if (views !== undefined) return views
    const loading = load()
    // One that did not arrive is asked for again when the bench is next opened. [YE7]
    loading.catch(() => (views = undefined))
    views = loading
    return loading
  }
  return {
    id,
    title,
    prefetch: loadOnce,
    foldsDock: true,
    isWide: true,
    commands: [
      {
        id,
        section: 'Work',
        title: command,
        keys: [],
        icon: 'goto',
        isOfLab: true,
        run: (lab) => openWorkTab(lab, id),
      },
    ],
    Tools: later(async () => (await loadOnce()).Tools ?? NoTools),
    Body: later(async () => (await loadOnce()).Body, <p className="visually-hidden">Loading</p>),
  }
}
