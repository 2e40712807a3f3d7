import type { ApiGroup } from '#server/resources/parts/api-group.ts'

export const group: ApiGroup = {
  name: 'scheduling.orch.io',
  groupPriority: 16_600,
  versionPriority: 15,
}
