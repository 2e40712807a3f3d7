import type { ApiGroup } from '#server/resources/parts/api-group.ts'

export const group: ApiGroup = {
  name: 'node.orch.io',
  groupPriority: 16_300,
  versionPriority: 15,
}
