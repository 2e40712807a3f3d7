import type { ApiGroup } from '#server/resources/parts/api-group.ts'

export const group: ApiGroup = {
  name: 'events.orch.io',
  groupPriority: 17_750,
  versionPriority: 15,
}
