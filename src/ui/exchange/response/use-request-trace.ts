import { useStore } from 'zustand'
import type { FinishedRequest } from '#facts/fact.ts'
import { useLab } from '#ui/lab/use-lab.ts'

/** Returns the server's trace of a request of this page; `undefined` until its fact has arrived. */
export function useRequestTrace(requestId: number): FinishedRequest | undefined {
  const { cluster } = useLab()
  return useStore(cluster, (state) =>
    requestId === 0 ? undefined : state.requests.findLast(({ id }) => id === requestId),
  )
}
