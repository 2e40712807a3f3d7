/** Of a group of built-in types, and of one of its versions. */
export interface GroupPriority {
  readonly group: number
  /** Of the best version; each next one has half of it. */
  readonly version: number
}

/** The reference's order of groups: greater ones come first in discovery, equal ones by name. [DI9] */
const priorities: ReadonlyMap<string, GroupPriority> = new Map([
  // No object stands for this group: it is the one of those objects themselves.
  ['apiregistration.orch.io', { group: 20_000, version: 0 }],
  ['', { group: 18_000, version: 1 }],
  ['apps', { group: 17_800, version: 15 }],
  ['events.orch.io', { group: 17_750, version: 15 }],
  ['authentication.orch.io', { group: 17_700, version: 15 }],
  ['authorization.orch.io', { group: 17_600, version: 15 }],
  ['autoscaling', { group: 17_500, version: 30 }],
  ['batch', { group: 17_400, version: 15 }],
  ['certificates.orch.io', { group: 17_300, version: 15 }],
  ['networking.orch.io', { group: 17_200, version: 15 }],
  ['policy', { group: 17_100, version: 15 }],
  ['rbac.authorization.orch.io', { group: 17_000, version: 15 }],
  ['storage.orch.io', { group: 16_800, version: 15 }],
  ['admissionregistration.orch.io', { group: 16_700, version: 15 }],
  ['apiextensions.orch.io', { group: 16_700, version: 15 }],
  ['scheduling.orch.io', { group: 16_600, version: 15 }],
  ['coordination.orch.io', { group: 16_500, version: 15 }],
  ['node.orch.io', { group: 16_300, version: 15 }],
  ['discovery.orch.io', { group: 16_200, version: 15 }],
  ['resource.orch.io', { group: 16_200, version: 15 }],
  ['flowcontrol.apiserver.orch.io', { group: 16_100, version: 21 }],
])

/** Of groups that definitions of custom resources bring. */
export const customPriority: GroupPriority = { group: 1000, version: 100 }

export const priorityOf = (group: string): GroupPriority => priorities.get(group) ?? customPriority

export const compareGroups = (a: string, b: string): number =>
  priorityOf(b).group - priorityOf(a).group || (a < b ? -1 : Number(a > b))
