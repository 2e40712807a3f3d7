import type { ClaimNames } from './containers/claim-names.ts'
import type { FieldPath } from '#api/field-error.ts'
import type { PodSpec, Volume } from '#server/kinds/types/core-v1.ts'

/** The context of a pod spec; some rules apply to pods only, not to templates. */
export interface PodSpecContext {
  readonly isPod: boolean
  /** Name of the pod; empty for templates. */
  readonly podName: string
}

/** The context of the validation of one container. */
export interface ContainerContext extends PodSpecContext {
  readonly spec: PodSpec
  /** Valid volumes by name. */
  readonly volumes: ReadonlyMap<string, Volume>
  readonly resourceClaimNames: ClaimNames
  readonly hostUsers: boolean
}

export const template: PodSpecContext = { isPod: false, podName: '' }

type PlacedContainer = readonly [NonNullable<PodSpec['initContainers']>[number], FieldPath]

const containerLists = ['initContainers', 'containers', 'ephemeralContainers'] as const

/** Returns every container of `spec` with its path, in the reference's order. */
export function containersOf(spec: PodSpec, path: FieldPath): readonly PlacedContainer[] {
  const placed: PlacedContainer[] = []
  for (const list of containerLists)
    for (const [at, container] of (spec[list] ?? []).entries()) placed.push([container, `${path}.${list}[${at}]`])
  return placed
}
