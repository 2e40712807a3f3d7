import { useStore } from 'zustand'
import type { FinishedRequest } from '#ui/model/cluster-state.ts'
import { useLab } from '#ui/lab/use-lab.ts'

/** What the server told about a request of this page; `undefined` until its fact has come. */
export function useJourney(requestId: number): FinishedRequest | undefined {
  const { cluster } = useLab()
  return useStore(cluster, (state) =>
    requestId === 0 ? undefined : state.requests.findLast(({ id }) => id === requestId),
  )
}
