import { expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { RevisionRow } from '#facts/fact.ts'
import { createShownTime, type ServerClock } from './clock.ts'
import { createClusterStore } from './cluster.ts'
import { createTimeCursorStore } from './time-cursor.ts'

const rowAt = (revision: number): RevisionRow => ({ revision, timeMs: revision * 1000 }) as RevisionRow

test("[UI12] ages count from the server's time at Live, else from that of the displayed revision", () => {
  const cluster = createClusterStore()
  const cursor = createTimeCursorStore()
  const now = createStore(() => ({ nowMs: 9000, frozen: false, rate: 1 as const }))
  const shown = createShownTime({ clock: { store: now } as unknown as ServerClock, cluster, cursor })
  cluster.setState({ rows: [rowAt(3), rowAt(5)] })
  expect(shown.getState()).toBe(9000)

  cursor.setState({ at: 4 })
  expect(shown.getState()).toBe(3000)
  now.setState({ nowMs: 10_000 })
  expect(shown.getState()).toBe(3000)
  cursor.setState({ at: null })
  expect(shown.getState()).toBe(10_000)
})
