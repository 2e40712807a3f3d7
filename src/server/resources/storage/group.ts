import type { ApiGroup } from '#server/resources/parts/api-group.ts'

export const group: ApiGroup = {
  name: 'storage.orch.io',
  groupPriority: 16_800,
  versionPriority: 15,
}
