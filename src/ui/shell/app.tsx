import '#ui/kit/fonts.css'
import '#ui/kit/tokens.css'
import '#ui/kit/base.css'
import { useEffect, useState } from 'react'
import type { HostStatusStore } from '#facts/host-status.ts'
import type { TerminalStore } from '#facts/terminal.ts'
import { createLab, type Ways } from '#ui/lab/create-lab.ts'
import { parts } from './parts.ts'
import { Shell } from './shell.tsx'
import { LabContext } from '#ui/lab/use-lab.ts'

export interface AppProps {
  /** Reach the server's whole API, including `/debug/`, by path; streams end when their signal is aborted. */
  readonly ways: Ways
  readonly host: HostStatusStore
  /** Connects terminal clients; absent where the server is not in this page. */
  readonly terminal?: TerminalStore
  /** Called once facts and objects are drawn. */
  readonly onOpened?: () => void
}

/** The whole page, which is only a client of the server. */
export function App({ ways, host, terminal, onOpened }: AppProps) {
  const [{ lab, start }] = useState(() => createLab(ways, host, parts, terminal))
  useEffect(() => {
    const ending = new AbortController()
    void start(ending.signal).then(onOpened)
    return () => ending.abort()
  }, [start, onOpened])
  return (
    <LabContext value={lab}>
      <Shell />
    </LabContext>
  )
}
