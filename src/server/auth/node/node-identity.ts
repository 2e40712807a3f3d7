import type { UserInfo } from '../user-info.ts'

/** The group of all nodes. */
export const nodesGroup = 'system:nodes'

const prefix = 'system:node:'

/** The node that a user is, `''` for one that can't be told; `null` for whoever is no node. [NAZ1] */
export const nodeNameOf = ({ name, groups }: Pick<UserInfo, 'name' | 'groups'>): string | null =>
  name.startsWith(prefix) && groups.includes(nodesGroup) ? name.slice(prefix.length) : null
