import type { ApiGroup } from '#server/resources/parts/api-group.ts'

export const group: ApiGroup = {
  name: 'authentication.orch.io',
  groupPriority: 17_700,
  versionPriority: 15,
}
