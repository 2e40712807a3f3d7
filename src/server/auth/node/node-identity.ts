import type { UserInfo } from '#server/auth/user-info.ts'

/** The group of all nodes. */
export const nodesGroup = 'system:nodes'

const prefix = 'system:node:'

/** Returns the node name of a user; `''` if it cannot be determined, `null` if the user is not a node. [NAZ1] */
export const nodeNameOf = ({ name, groups }: Pick<UserInfo, 'name' | 'groups'>): string | null =>
  name.startsWith(prefix) && groups.includes(nodesGroup) ? name.slice(prefix.length) : null
