import type { ApiGroup } from '#server/resources/parts/api-group.ts'
import { apiGroups } from './api-groups.ts'

type Priorities = Omit<ApiGroup, 'name'>

const priorities: ReadonlyMap<string, Priorities> = new Map(apiGroups.map((group) => [group.name, group]))

/** Priorities of the groups of custom resources. */
const customPriorities: Priorities = { groupPriority: 1000, versionPriority: 100 }

/** Returns the priorities of a group, with which its APIServices are created. [DI9] */
export const prioritiesOf = (group: string): Priorities => priorities.get(group) ?? customPriorities

/** Compares groups in discovery order: by priority, then by name. [DI9] */
export const compareGroups = (a: string, b: string): number =>
  prioritiesOf(b).groupPriority - prioritiesOf(a).groupPriority || (a < b ? -1 : Number(a > b))
