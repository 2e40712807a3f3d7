import type { ApiGroup } from '#server/resources/api-group.ts'

export const group: ApiGroup = {
  name: 'autoscaling',
  groupPriority: 17_500,
  versionPriority: 30,
}
