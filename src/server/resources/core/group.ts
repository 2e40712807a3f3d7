import type { ApiGroup } from '#server/resources/parts/api-group.ts'

export const group: ApiGroup = {
  name: '',
  groupPriority: 18_000,
  versionPriority: 1,
}
