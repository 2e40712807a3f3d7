import { useSyncExternalStore } from 'react'
import type { TerminalStatus } from '#facts/terminal.ts'
import { useLab } from '#ui/lab/use-lab.ts'

const never = (): (() => void) => () => undefined
const nothing = (): null => null

/** Returns the connection to a bridge; `null` where the server is not in this page. */
export function useTerminal(): TerminalStatus | null {
  const { terminal } = useLab()
  return useSyncExternalStore<TerminalStatus | null>(terminal?.subscribe ?? never, terminal?.getState ?? nothing)
}
