import type { ApiGroup } from '#server/resources/parts/api-group.ts'

export const group: ApiGroup = {
  name: 'autoscaling',
  groupPriority: 17_500,
  versionPriority: 30,
}
