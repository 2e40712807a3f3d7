import { type Pieces, eachInPieces } from '#api/bodies/in-pieces.ts'
import {
  child,
  duplicate,
  type FieldError,
  type FieldPath,
  forbidden,
  index,
  notFoundValue,
  required,
} from '#api/field-error.ts'
import type { Container, EphemeralContainer } from '#server/kinds/types/core-v1.ts'
import { validateContainerCommon, validateImageSpaces } from './container-common.ts'
import type { ContainerContext } from '#server/resources/parts/pod-spec/pod-spec-context.ts'
import { validateHostPorts } from './ports.ts'
import { type ProbeKind, validateLifecycle, validateProbe } from './probes.ts'

const probeKinds: readonly ProbeKind[] = ['livenessProbe', 'readinessProbe', 'startupProbe']

/** Validates the main containers; at least one is required. [POD20] [ER8] */
export function* validateContainers(context: ContainerContext, path: FieldPath): Pieces<readonly FieldError[]> {
  const containers = context.spec.containers ?? []
  if (containers.length === 0) return [required(path)]
  const names = new Set<string>()
  const errors = yield* eachInPieces(containers, (container, at) => {
    const here = index(path, at)
    return [
      ...validateContainerCommon(container, context, here),
      ...uniqueName(container.name ?? '', names, here),
      ...validateHooks(container, context, here),
    ]
  })
  return [...errors, ...validateHostPorts(containers, path)]
}

function uniqueName(name: string, names: Set<string>, path: FieldPath): readonly FieldError[] {
  if (names.has(name)) return [duplicate(child(path, 'name'), name)]
  names.add(name)
  return []
}

function validateHooks(container: Container, { spec }: ContainerContext, path: FieldPath): readonly FieldError[] {
  const grace = spec.terminationGracePeriodSeconds ?? 0
  return [
    ...validateLifecycle(container.lifecycle, grace, child(path, 'lifecycle')),
    ...probeKinds.flatMap((kind) => validateProbe(container[kind], kind, grace, child(path, kind))),
  ]
}

/** Validates init containers; restartable ones may have probes. [POD35] [ER8] */
export function validateInitContainers(context: ContainerContext, path: FieldPath): Pieces<readonly FieldError[]> {
  const names = new Set((context.spec.containers ?? []).map(({ name }) => name ?? ''))
  return eachInPieces(context.spec.initContainers ?? [], (container, at) => {
    const here = index(path, at)
    const { name = '', restartPolicy } = container
    return [
      ...validateContainerCommon(container, context, here),
      ...(name === '' && !names.has(name) ? [] : uniqueName(name, names, here)),
      ...validateHostPorts([container], path),
      ...(restartPolicy === 'Always' ? validateHooks(container, context, here) : forbidHooks(container, here)),
    ]
  })
}

const forbidHooks = (container: Container, path: FieldPath): readonly FieldError[] =>
  (['lifecycle', ...probeKinds] as const)
    .filter((field) => container[field] !== undefined && container[field] !== null)
    .map((field) => forbidden(child(path, field), 'may not be set for init containers without restartPolicy=Always'))

/** Fields that are forbidden in an ephemeral container, in the order of the reference's struct. */
const forbiddenFields = [
  'ports',
  'resources',
  'resizePolicy',
  'restartPolicy',
  'restartPolicyRules',
  'livenessProbe',
  'readinessProbe',
  'startupProbe',
  'lifecycle',
] as const satisfies readonly (keyof EphemeralContainer)[]

/** Validates ephemeral containers. [POD36] [ER8] */
export function validateEphemeralContainers(context: ContainerContext, path: FieldPath): Pieces<readonly FieldError[]> {
  const { containers = [], initContainers = [], ephemeralContainers = [] } = context.spec
  const others = new Set([...(containers ?? []), ...initContainers].map(({ name }) => name ?? ''))
  const names = new Set(others)
  return eachInPieces(ephemeralContainers, (container, at) => {
    const here = index(path, at)
    const { name = '', targetContainerName: target = '' } = container
    return [
      ...validateContainerCommon(container, context, here),
      ...validateImageSpaces(container, here),
      ...uniqueName(name, names, here),
      ...(target !== '' && !others.has(target) ? [notFoundValue(child(here, 'targetContainerName'), target)] : []),
      ...forbiddenFields
        .filter((field) => isSet(container, field))
        .map((field) => forbidden(child(here, field), cannotBeSet)),
      ...forbidSubPaths(container, here),
    ]
  })
}

const cannotBeSet = 'cannot be set for an Ephemeral Container'

function isSet(container: EphemeralContainer, field: (typeof forbiddenFields)[number]): boolean {
  const value = container[field]
  // `resources` is not a pointer in the reference: an empty value counts as unset.
  if (field === 'resources') return Object.keys(value ?? {}).length > 0
  return value !== undefined && value !== null
}

const forbidSubPaths = (container: EphemeralContainer, path: FieldPath): readonly FieldError[] =>
  (container.volumeMounts ?? []).flatMap((mount, at) =>
    (['subPath', 'subPathExpr'] as const)
      .filter((field) => mount[field])
      .map((field) => forbidden(child(index(child(path, 'volumeMounts'), at), field), cannotBeSet)),
  )
