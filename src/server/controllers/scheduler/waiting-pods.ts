/** The interval at which the original looks for pods that wait too long, and the time after which they do. */
const lookEveryMs = 30_000
const waitMsMax = 300_000

/** Unschedulable pods that wait for a change of the cluster. */
export interface WaitingPods {
  /** Notes that a pod was refused by these plugins just now; none if there was no node to ask. */
  add(key: string, plugins: ReadonlySet<string>): void
  delete(key: string): void
  /** Takes out and returns the pods that a change may help. A pod that no plugin refused is always one. */
  take(mayHelp: (key: string, plugins: ReadonlySet<string>) => boolean): readonly string[]
}

interface WaitOptions {
  readonly now: () => number
  readonly every: (everyMs: number, act: () => void) => void
  /** Called with each pod that has waited for more than five minutes, which waits no longer. */
  readonly onExpired: (key: string) => void
}

/** Keeps unschedulable pods, and gives up waiting after five minutes, since no hint is perfect. [LC68] [LC111] */
export function createWaitingPods({ now, every, onExpired }: WaitOptions): WaitingPods {
  const known = new Map<string, { readonly plugins: ReadonlySet<string>; readonly sinceMs: number }>()
  every(lookEveryMs, () => {
    for (const [key, { sinceMs }] of known) {
      if (now() - sinceMs <= waitMsMax) continue
      known.delete(key)
      onExpired(key)
    }
  })
  return {
    add: (key, plugins) => void known.set(key, { plugins, sinceMs: now() }),
    delete: (key) => void known.delete(key),
    take(mayHelp) {
      const taken = [...known.entries()]
        .filter(([key, { plugins }]) => plugins.size === 0 || mayHelp(key, plugins))
        .map(([key]) => key)
      for (const key of taken) known.delete(key)
      return taken
    },
  }
}
