import type { ApiGroup } from '../api-group.ts'

export const group: ApiGroup = {
  name: 'authorization.orch.io',
  groupPriority: 17_600,
  versionPriority: 15,
}
