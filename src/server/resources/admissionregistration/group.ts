import type { ApiGroup } from '#server/resources/parts/api-group.ts'

export const group: ApiGroup = {
  name: 'admissionregistration.orch.io',
  groupPriority: 16_700,
  versionPriority: 15,
}
