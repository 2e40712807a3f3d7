import { Suspense, useSyncExternalStore } from 'react'
import type { RevisionRow } from '#facts/fact.ts'
import { lazily } from '#ui/kit/later.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import type { RailScale } from '#ui/rail/scale.ts'

/** Only a bridge has writes of terminal clients. */
const TerminalMarks = lazily(async () => (await import('./terminal-marks.tsx')).TerminalMarks)

const VerticalMarks = lazily(async () => (await import('./terminal-marks.tsx')).VerticalMarks)

const never = (): (() => void) => () => undefined

interface ClientMarksProps {
  readonly scale: RailScale
  readonly rows: readonly RevisionRow[]
}

/** Reports whether a terminal client has sent a request in this tab. */
function useHasClients(): boolean {
  const { terminal } = useLab()
  return useSyncExternalStore(terminal?.subscribe ?? never, () => (terminal?.getState().requestCount ?? 0) > 0)
}

/** The prompts above the writes of terminal clients, loaded once such a client has sent a request in this tab. [BR7] */
export function ClientMarks({ scale, rows }: ClientMarksProps) {
  if (!useHasClients()) return null
  return (
    <Suspense fallback={null}>
      <TerminalMarks scale={scale} rows={rows} />
    </Suspense>
  )
}

interface VerticalClientsProps {
  /** Newest first. */
  readonly shown: readonly RevisionRow[]
  /** Returns the y position of a row by its place in `shown`. */
  readonly yOf: (index: number) => number
}

/** The prompts of the vertical rail, left of the writes of terminal clients. [BR7] */
export function VerticalClients(props: VerticalClientsProps) {
  if (!useHasClients()) return null
  return (
    <Suspense fallback={null}>
      <VerticalMarks {...props} />
    </Suspense>
  )
}
