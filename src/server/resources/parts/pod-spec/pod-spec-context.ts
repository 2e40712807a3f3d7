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
  readonly resourceClaimNames: ReadonlySet<string>
  readonly hostUsers: boolean
}

export const template: PodSpecContext = { isPod: false, podName: '' }

/** Iterates over every container of `spec` with its path, in the reference's order. */
export function* containersOf(
  spec: PodSpec,
  path: FieldPath,
): Generator<readonly [NonNullable<PodSpec['initContainers']>[number], FieldPath]> {
  const lists = ['initContainers', 'containers', 'ephemeralContainers'] as const
  for (const list of lists) {
    for (const [at, container] of (spec[list] ?? []).entries()) yield [container, `${path}.${list}[${at}]`]
  }
}
