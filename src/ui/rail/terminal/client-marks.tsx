import { Suspense, useSyncExternalStore } from 'react'
import type { RevisionRow } from '#facts/fact.ts'
import { lazily } from '#ui/kit/later.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import type { RailScale } from '#ui/rail/scale.ts'

/** Only a bridge has writes of terminal clients. */
const TerminalMarks = lazily(async () => (await import('./terminal-marks.tsx')).TerminalMarks)

const never = (): (() => void) => () => undefined

interface ClientMarksProps {
  readonly scale: RailScale
  readonly rows: readonly RevisionRow[]
}

/** The prompts above the writes of terminal clients, loaded once such a client has sent a request in this tab. [BR7] */
export function ClientMarks({ scale, rows }: ClientMarksProps) {
  const { terminal } = useLab()
  const hasClients = useSyncExternalStore(
    terminal?.subscribe ?? never,
    () => (terminal?.getState().requestCount ?? 0) > 0,
  )
  if (!hasClients) return null
  return (
    <Suspense fallback={null}>
      <TerminalMarks scale={scale} rows={rows} />
    </Suspense>
  )
}
