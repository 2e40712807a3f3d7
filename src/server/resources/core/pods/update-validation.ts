import type { Pieces } from '#api/bodies/in-pieces.ts'
import { child, type FieldError, type FieldPath, forbidden, index, invalid, required } from '#api/field-error.ts'
import { cloneJson } from '#api/json.ts'
import { inclusiveRange } from '#server/resources/parts/validation/numbers.ts'
import { internalForm } from '#server/resources/parts/internal-types/internal-form.ts'
import { equalAs } from '#server/resources/parts/internal-types/semantic-equality.ts'
import { diffJson } from '#server/resources/parts/internal-types/unified-diff.ts'
import { validateAnnotationChanges, validatePodAnnotations } from '#server/resources/parts/pod-spec/pod-annotations.ts'
import { validateAddedTolerations } from '#server/resources/parts/pod-spec/scheduling/tolerations.ts'
import type { Container, Pod, PodSpec } from '#server/kinds/types/core-v1.ts'
import { validateGatedChanges } from './gated-changes.ts'
import { validatePodMetadataAndSpec } from './validation.ts'

const updatable = [
  '`spec.containers[*].image`',
  '`spec.initContainers[*].image`',
  '`spec.activeDeadlineSeconds`',
  '`spec.tolerations` (only additions to existing tolerations)',
  '`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
]
const int32Max = 2_147_483_647

/** Validates the annotations of an update: first the changes, then the values. */
export function validateAnnotationUpdate(next: Pod, live: Pod): readonly FieldError[] {
  const path = 'metadata.annotations'
  const annotations = next.metadata.annotations ?? {}
  return [
    ...validateAnnotationChanges(annotations, live.metadata.annotations ?? {}, path),
    ...validatePodAnnotations(annotations, next.spec ?? {}, path),
  ]
}

/**
 * Only images, a shorter deadline, additional tolerations and removed scheduling gates may change in the spec of a pod.
 * [POD40] [ER8]
 */
export function* validatePodUpdate(next: Pod, live: Pod): Pieces<readonly FieldError[]> {
  const errors = [...(yield* validatePodMetadataAndSpec(next)), ...validateAnnotationUpdate(next, live)]
  yield
  const [spec, old] = [next.spec ?? {}, live.spec ?? {}]
  for (const list of ['containers', 'initContainers'] as const) {
    if ((spec[list] ?? []).length !== (old[list] ?? []).length) {
      return [...errors, forbidden(child('spec', list), 'pod updates may not add or remove containers')]
    }
    errors.push(...validateImages(spec[list] ?? [], child('spec', list)))
  }
  const deadline = validateDeadline(spec.activeDeadlineSeconds, old.activeDeadlineSeconds)
  errors.push(...deadline.errors)
  if (deadline.isLast) return errors
  errors.push(...validateAddedTolerations(spec.tolerations ?? [], old.tolerations ?? [], 'spec.tolerations'))
  errors.push(...validateDeletedGates(spec, old))
  return equalAs('core.v1.PodSpec', spec, old) ? errors : [...errors, ...validateOtherChanges(spec, old)]
}

function validateImages(containers: readonly Container[], path: FieldPath): readonly FieldError[] {
  return containers.flatMap(({ image = '' }, at) => {
    const here = child(index(path, at), 'image')
    if (image === '') return [required(here)]
    return image.trim() === image ? [] : [invalid(here, image, 'must not have leading or trailing whitespace')]
  })
}

interface Checked {
  readonly errors: readonly FieldError[]
  /** True if no further validation runs after this error. */
  readonly isLast: boolean
}

/** activeDeadlineSeconds may be set, and afterwards only decreased. */
function validateDeadline(next: number | undefined, live: number | undefined): Checked {
  const path = 'spec.activeDeadlineSeconds'
  if (next === undefined) {
    if (live === undefined) return { errors: [], isLast: false }
    const why = 'must not update from a positive integer to nil value'
    return { errors: [invalid(path, null, why)], isLast: false }
  }
  if (next < 0 || next > int32Max) {
    return { errors: [invalid(path, next, inclusiveRange(0, int32Max))], isLast: true }
  }
  if (live === undefined || next <= live) return { errors: [], isLast: false }
  return { errors: [invalid(path, next, 'must be less than or equal to previous value')], isLast: true }
}

function validateDeletedGates(next: PodSpec, live: PodSpec): readonly FieldError[] {
  const old = new Set((live.schedulingGates ?? []).map(({ name }) => name))
  return (next.schedulingGates ?? []).flatMap(({ name = '' }, at) => {
    if (old.has(name)) return []
    const why = `only deletion is allowed, but found new scheduling gate '${name}'`
    return [forbidden(child(index('spec.schedulingGates', at), 'name'), why)]
  })
}

/** Compares the specs after the mutable fields have been restored; no difference may remain. */
function validateOtherChanges(next: PodSpec, live: PodSpec): readonly FieldError[] {
  const rest = cloneJson(next)
  for (const list of ['containers', 'initContainers'] as const) {
    for (const [at, container] of (rest[list] ?? []).entries()) keep(container, live[list]?.[at] ?? {}, 'image')
  }
  keep(rest, live, 'activeDeadlineSeconds')
  keep(rest, live, 'schedulingGates')
  keep(rest, live, 'tolerations')
  if ((live.terminationGracePeriodSeconds ?? 0) < 0 && rest.terminationGracePeriodSeconds === 1) {
    keep(rest, live, 'terminationGracePeriodSeconds')
  }
  const gated = (live.schedulingGates ?? []).length > 0 ? validateGatedChanges(rest, live) : []
  if (equalAs('core.v1.PodSpec', rest, live)) return gated
  const difference = diffJson(internalForm('core.v1.PodSpec', live), internalForm('core.v1.PodSpec', rest))
  const why = `pod updates may not change fields other than ${updatable.join(',')}\n${difference}`
  return [...gated, forbidden('spec', why)]
}

/** Restores the live value of one field. */
export function keep<Value extends object, Field extends keyof Value>(rest: Value, live: Value, field: Field): void {
  if (live[field] === undefined) delete rest[field]
  else rest[field] = live[field]
}
