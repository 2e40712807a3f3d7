import type { ApiGroup } from '#server/resources/parts/api-group.ts'

export const group: ApiGroup = {
  name: 'rbac.authorization.orch.io',
  groupPriority: 17_000,
  versionPriority: 15,
}
