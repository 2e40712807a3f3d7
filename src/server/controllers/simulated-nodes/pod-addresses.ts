import { uidOf } from '#server/controllers/shared/fields.ts'
import type { Pod } from '#server/kinds/types/core-v1.ts'

/** The addresses of pods on simulated nodes. */
export interface PodAddresses {
  /** Notes the address of a pod, also of one that had it before the server started. */
  note(before: Pod | undefined, after: Pod | undefined): void
  /** Returns an address that no pod has. */
  next(): string
}

const pods = 250 * 250

export function createPodAddresses(): PodAddresses {
  const holders = new Map<string, string>()
  let count = 0
  return {
    note(before, after) {
      const pod = after ?? before
      const address = pod?.status?.podIP ?? ''
      if (pod === undefined || address === '') return
      if (after !== undefined) holders.set(address, uidOf(after))
      else if (holders.get(address) === uidOf(pod)) holders.delete(address)
    },
    next() {
      for (let tries = 0; tries < pods; tries += 1) {
        count += 1
        const address = `10.244.${Math.floor(count / 250) % 250}.${(count % 250) + 1}`
        if (!holders.has(address)) return address
      }
      return ''
    },
  }
}
