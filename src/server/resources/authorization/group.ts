import type { ApiGroup } from '#server/resources/parts/api-group.ts'

export const group: ApiGroup = {
  name: 'authorization.orch.io',
  groupPriority: 17_600,
  versionPriority: 15,
}
