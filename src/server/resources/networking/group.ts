import type { ApiGroup } from '#server/resources/parts/api-group.ts'

export const group: ApiGroup = {
  name: 'networking.orch.io',
  groupPriority: 17_200,
  versionPriority: 15,
}
