import type { ApiGroup } from '#server/resources/parts/api-group.ts'

export const group: ApiGroup = {
  name: 'resource.orch.io',
  groupPriority: 16_200,
  versionPriority: 15,
}
