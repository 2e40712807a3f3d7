import type { ApiGroup } from '#server/resources/parts/api-group.ts'

export const group: ApiGroup = {
  name: 'apiregistration.orch.io',
  groupPriority: 20_000,
  // The reference has no APIService for this group, which is that of the APIServices themselves.
  versionPriority: 0,
}
