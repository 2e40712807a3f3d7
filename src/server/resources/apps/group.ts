import type { ApiGroup } from '#server/resources/parts/api-group.ts'

export const group: ApiGroup = {
  name: 'apps',
  groupPriority: 17_800,
  versionPriority: 15,
}
