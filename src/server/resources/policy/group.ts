import type { ApiGroup } from '#server/resources/parts/api-group.ts'

export const group: ApiGroup = {
  name: 'policy',
  groupPriority: 17_100,
  versionPriority: 15,
}
