import type { ApiGroup } from '#server/resources/parts/api-group.ts'

export const group: ApiGroup = {
  name: 'flowcontrol.apiserver.orch.io',
  groupPriority: 16_100,
  versionPriority: 21,
}
