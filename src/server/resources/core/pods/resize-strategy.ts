import type { Pieces } from '#api/bodies/in-pieces.ts'
import { child, type FieldError, type FieldPath, forbidden, index, invalid } from '#api/field-error.ts'
import { cloneJson } from '#api/json.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { equalAs } from '#server/resources/parts/internal-types/semantic-equality.ts'
import { mirrorPod } from '#server/resources/parts/pod-spec/pod-annotations.ts'
import { isSidecar } from '#server/resources/parts/pod-spec/pod-level-resources.ts'
import type { Container, Pod, PodSpec, ResourceRequirements } from '#server/kinds/types/core-v1.ts'
import { qualityOfService } from './quality-of-service.ts'
import { countGeneration, keepStatus, strategy } from './strategy.ts'
import { keep } from './update-validation.ts'
import { validatePodMetadataAndSpec } from './validation.ts'

const lists = ['containers', 'initContainers'] as const

/** `pods/resize`: changes cpu and memory of containers, and derives the resulting pod state. [POD49] */
export const resizeStrategy: Strategy<Pod> = {
  resetFields: [],
  ...strategy,
  metadataOnUpdate: 'whole',
  prepareForUpdate(next, live) {
    if (lists.every((list) => sameLength(next, live, list))) keepAllButResources(next, live)
    countGeneration(next, live)
  },
  validateUpdate: validateResize,
  warnings: () => [],
}

const sameLength = (next: Pod, live: Pod, list: (typeof lists)[number]): boolean =>
  (next.spec?.[list] ?? []).length === (live.spec?.[list] ?? []).length

/** If containers were renamed or reordered, keeps the client's list, which validation then refuses. */
function keepAllButResources(next: Pod, live: Pod): void {
  const spec = cloneJson(live.spec ?? {})
  for (const list of lists) {
    const merged = mergeResources(next.spec?.[list] ?? [], spec[list] ?? [])
    if (merged.length > 0) spec[list] = merged
  }
  next.spec = spec
  keepStatus(next, live)
  for (const field of ['labels', 'annotations', 'finalizers', 'ownerReferences'] as const) {
    keep(next.metadata, live.metadata, field)
  }
}

function mergeResources(next: Container[], live: readonly Container[]): Container[] {
  if (next.some(({ name }, at) => name !== live[at]?.name)) return next
  return live.map((old, at) => {
    const merged: Container = { ...old }
    keep(merged, next[at] ?? {}, 'resources')
    keep(merged, next[at] ?? {}, 'resizePolicy')
    return merged
  })
}

function* validateResize(next: Pod, live: Pod): Pieces<readonly FieldError[]> {
  const refused = refusal(next, live)
  if (refused !== null) return [forbidden('[]', refused)]
  const [spec, old] = [next.spec ?? {}, live.spec ?? {}]
  const added = lists.find((list) => !sameLength(next, live, list))
  if (added !== undefined) return [forbidden(child('spec', added), `${added} may not be added or removed on resize`)]
  const inPod = yield* validatePodMetadataAndSpec(next)
  const errors = [
    ...inPod,
    ...lists.flatMap((list) => validateNames(spec[list] ?? [], old[list] ?? [], child('spec', list))),
    ...validateQuality(next, live),
    ...(isSupported(live) ? [] : [forbidden('spec', 'Pod running on node without support for resize')]),
    ...validateKept(spec, old),
    ...validateOtherChanges(spec, old),
  ]
  if (errors.length > 0) return errors
  return equalAs('core.v1.PodSpec', withResources(spec, old), old)
    ? []
    : [forbidden('spec', 'only cpu and memory resources are mutable')]
}

function validateQuality(next: Pod, live: Pod): readonly FieldError[] {
  const before = live.status?.qosClass ?? qualityOfService(live.spec ?? {})
  if (qualityOfService(next.spec ?? {}) === before) return []
  return [invalid('spec', next.status?.qosClass ?? '', 'Pod QOS Class may not change as a result of resizing')]
}

function refusal(next: Pod, live: Pod): string | null {
  const hasPodLevel = [next, live].some(({ spec }) =>
    [spec?.resources?.limits, spec?.resources?.requests].some((amounts) => Object.keys(amounts ?? {}).length > 0),
  )
  if (hasPodLevel) return 'pods with pod-level resources cannot be resized'
  if (Object.hasOwn(live.metadata.annotations ?? {}, mirrorPod)) return 'static pods cannot be resized'
  return live.spec?.os?.name === 'windows' ? 'windows pods cannot be resized' : null
}

const validateNames = (
  next: readonly Container[],
  live: readonly Container[],
  path: FieldPath,
): readonly FieldError[] =>
  next.flatMap(({ name }, at) =>
    name === live[at]?.name
      ? []
      : [forbidden(child(index(path, at), 'name'), 'containers may not be renamed or reordered on resize')],
  )

/** A node that supports resize reports the resources of running containers. */
function isSupported({ status }: Pod): boolean {
  const running = (status?.containerStatuses ?? []).find(({ state }) => state?.running)
  return running === undefined || (running.resources !== undefined && running.resources !== null)
}

/** Requests and limits may be changed but not removed. */
function validateKept(next: PodSpec, live: PodSpec): readonly FieldError[] {
  const order = ['initContainers', 'containers'] as const
  return order.flatMap((list) =>
    (live[list] ?? []).flatMap((old, at) => {
      if (list === 'initContainers' && !isSidecar(old)) return []
      const path = child(index(child('spec', list), at), 'resources')
      const resources = next[list]?.[at]?.resources ?? {}
      return (['requests', 'limits'] as const)
        .filter((type) => isRemoved(resources[type], old.resources?.[type]))
        .map((type) => forbidden(child(path, type), `resource ${type} cannot be removed`))
    }),
  )
}

const isRemoved = (next: ResourceRequirements['limits'], live: ResourceRequirements['limits']): boolean =>
  Object.keys(live ?? {}).some((name) => !Object.hasOwn(next ?? {}, name))

function validateOtherChanges(next: PodSpec, live: PodSpec): readonly FieldError[] {
  const merged = withResources(next, live)
  const errors: FieldError[] = []
  for (const list of lists) {
    for (const [at, container] of (merged[list] ?? []).entries()) {
      if (equalAs('core.v1.Container', container, live[list]?.[at])) continue
      errors.push(forbidden('spec', changeText(list, container)))
    }
  }
  return errors
}

function changeText(list: (typeof lists)[number], container: Container): string {
  if (list === 'containers') return 'only cpu and memory resources are mutable'
  if (isSidecar(container)) return 'only cpu and memory resources for sidecar containers are mutable'
  return 'resources for non-sidecar init containers are immutable'
}

/** Returns `next` with the live cpu and memory restored. */
function withResources(next: PodSpec, live: PodSpec): PodSpec {
  const merged: PodSpec = { ...next }
  for (const list of lists) {
    const containers = next[list]
    if (!containers) continue
    merged[list] = containers.map((container, at) => {
      const old = live[list]?.[at] ?? {}
      if (list === 'initContainers' && !isSidecar(container)) return container
      return { ...container, resources: putBack(container.resources ?? {}, old.resources ?? {}) }
    })
  }
  return merged
}

function putBack(next: ResourceRequirements, live: ResourceRequirements): ResourceRequirements {
  const merged: ResourceRequirements = {}
  for (const type of ['limits', 'requests'] as const) {
    const old = live[type]
    if (old === undefined) continue
    const others = Object.entries(next[type] ?? {}).filter(([name]) => name !== 'cpu' && name !== 'memory')
    const kept = Object.entries(old).filter(([name]) => name === 'cpu' || name === 'memory')
    merged[type] = Object.fromEntries([...others, ...kept])
  }
  return merged
}
