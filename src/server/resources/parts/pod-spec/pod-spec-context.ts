import type { FieldPath } from '#api/field-error.ts'
import type { PodSpec, Volume } from '#server/kinds/types/core-v1.ts'

/** Where a pod spec stands; some rules hold for pods only, not for templates. */
export interface PodSpecContext {
  readonly isPod: boolean
  /** Name of the pod; empty for templates. */
  readonly podName: string
}

/** What the checks of one container need from around it. */
export interface ContainerContext extends PodSpecContext {
  readonly spec: PodSpec
  /** Volumes whose own checks found nothing, by name. */
  readonly volumes: ReadonlyMap<string, Volume>
  readonly resourceClaimNames: ReadonlySet<string>
  readonly hostUsers: boolean
}

export const template: PodSpecContext = { isPod: false, podName: '' }

/** Every container of `spec` with its path, in the reference's order of visiting. */
export function* containersOf(
  spec: PodSpec,
  path: FieldPath,
): Generator<readonly [NonNullable<PodSpec['initContainers']>[number], FieldPath]> {
  const lists = ['initContainers', 'containers', 'ephemeralContainers'] as const
  for (const list of lists) {
    for (const [at, container] of (spec[list] ?? []).entries()) yield [container, `${path}.${list}[${at}]`]
  }
}
