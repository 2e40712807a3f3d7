import type { Clock } from '#api/clock.ts'
import type { ControllerStatus } from '#facts/fact.ts'
import type { Controller } from '#server/controllers/shared/controller.ts'
import { createPace, paceControls } from '#server/controllers/shared/pace.ts'

interface GateOptions {
  readonly name: string
  readonly kind: 'node' | 'stage'
  readonly clock: Clock
  readonly changed: (status: ControllerStatus) => void
  /** Stops or starts the reports of a node. */
  readonly setSilent?: (silent: boolean) => void
}

/** A node or a stage through which pods pass one by one: it can be paused, stepped and slowed. [LC102] */
export interface Gate extends Controller {
  /** Runs `act` now, after the delay, or when the gate lets the pod pass. */
  pass(key: string, act: () => void): void
  /** Forgets a pod that waits. */
  drop(key: string): void
}

export function createGate({ name, kind, clock, changed, setSilent }: GateOptions): Gate {
  const held = new Map<string, () => void>()
  const late = new Map<string, () => void>()
  const pace = createPace(clock)
  let last = { syncCount: 0, lastSyncMs: 0, lastError: '' }
  let silent = false
  const status = (): ControllerStatus => {
    const waiting = held.size + late.size
    const now = { paused: pace.paused(), delayMs: pace.delayMs() }
    return { name, kind, ...last, ...now, waiting, ...(kind === 'node' && { silent }) }
  }
  const tell = (): void => changed(status())
  const run = (act: () => void): void => {
    last = { ...last, syncCount: last.syncCount + 1, lastSyncMs: clock.now() }
    tell()
    act()
  }
  const release = (): void => {
    for (const [key, act] of held) {
      if (!pace.mayAct()) return
      held.delete(key)
      run(act)
    }
  }
  const hold = (key: string, act: () => void): void => {
    held.set(key, act)
    tell()
    release()
  }
  return {
    status,
    pass(key, act) {
      if (pace.delayMs() === 0 && !pace.paused()) return run(act)
      if (pace.delayMs() === 0) return hold(key, act)
      const cancel = clock.after(pace.delayMs(), () => {
        late.delete(key)
        hold(key, act)
      })
      late.set(key, cancel)
      tell()
    },
    drop(key) {
      late.get(key)?.()
      const wasLate = late.delete(key)
      if (held.delete(key) || wasLate) tell()
    },
    ...paceControls(pace, tell, release),
    ...(setSilent !== undefined && {
      setSilent(next: boolean) {
        silent = next
        setSilent(next)
        tell()
      },
    }),
    stop() {
      for (const cancel of late.values()) cancel()
    },
  }
}
