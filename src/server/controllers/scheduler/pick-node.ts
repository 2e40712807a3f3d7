import type { PickNode } from '#server/controllers/shared/controller.ts'
import { fnv32a } from '#server/controllers/shared/template-hash.ts'

/**
 * Picks one of equally rated nodes by a hash of the pod's uid and the node's name: at random, as the original does, but
 * the same each time for the same uids. [LC65]
 */
export const pickByHash: PickNode = ({ metadata: { uid = '' } }, names) => {
  const hashOfPod = fnv32a(`${uid} `)
  let [best = ''] = names
  let most = -1
  for (const name of names) {
    const hash = fnv32a(name, hashOfPod)
    if (hash <= most) continue
    best = name
    most = hash
  }
  return best
}
