import type { PickNode } from '#server/controllers/shared/controller.ts'
import { fnv32a } from '#server/controllers/shared/template-hash.ts'

/**
 * Picks one of equally rated nodes by a hash of the pod's uid and the node's name: at random, as the original does, but
 * the same each time for the same uids. [LC65]
 */
export const pickByHash: PickNode = ({ metadata: { uid = '' } }, names) =>
  names.reduce((best, name) => (fnv32a(`${uid} ${name}`) > fnv32a(`${uid} ${best}`) ? name : best))
