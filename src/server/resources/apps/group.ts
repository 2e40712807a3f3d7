import type { ApiGroup } from '#server/resources/api-group.ts'

export const group: ApiGroup = {
  name: 'apps',
  groupPriority: 17_800,
  versionPriority: 15,
}
