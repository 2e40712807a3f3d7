import type { ApiGroup } from '#server/resources/parts/api-group.ts'

export const group: ApiGroup = {
  name: 'coordination.orch.io',
  groupPriority: 16_500,
  versionPriority: 15,
}
