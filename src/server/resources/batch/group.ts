import type { ApiGroup } from '#server/resources/parts/api-group.ts'

export const group: ApiGroup = {
  name: 'batch',
  groupPriority: 17_400,
  versionPriority: 15,
}
