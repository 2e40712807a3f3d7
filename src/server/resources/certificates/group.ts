import type { ApiGroup } from '#server/resources/parts/api-group.ts'

export const group: ApiGroup = {
  name: 'certificates.orch.io',
  groupPriority: 17_300,
  versionPriority: 15,
}
