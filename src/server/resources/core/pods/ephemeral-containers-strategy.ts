import type { Pieces } from '#api/bodies/in-pieces.ts'
import { type FieldError, forbidden } from '#api/field-error.ts'
import { cloneJson } from '#api/json.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { internalForm } from '#server/resources/parts/internal-types/internal-form.ts'
import { equalAs } from '#server/resources/parts/internal-types/semantic-equality.ts'
import { diffJson } from '#server/resources/parts/internal-types/unified-diff.ts'
import { dropDisabledFields } from '#server/resources/parts/pod-spec/disabled-fields.ts'
import { mirrorPod } from '#server/resources/parts/pod-spec/pod-annotations.ts'
import type { EphemeralContainer, Pod } from '#server/kinds/types/core-v1.ts'
import { countGeneration, strategy } from './strategy.ts'
import { validateAnnotationUpdate } from './update-validation.ts'
import { validatePodMetadataAndSpec } from './validation.ts'

/** `pods/ephemeralcontainers`: containers can only be added. [POD48] */
export const ephemeralContainersStrategy: Strategy<Pod> = {
  resetFields: [],
  ...strategy,
  metadataOnUpdate: 'whole',
  prepareForUpdate(next, live) {
    keepAllBut(next, live)
    dropDisabledFields(next.spec)
    countGeneration(next, live)
  },
  validateUpdate: validateAdditions,
  warnings: () => [],
}

function keepAllBut(next: Pod, live: Pod): void {
  const containers = next.spec?.ephemeralContainers
  next.metadata = keptMetadata(next, live)
  next.spec = cloneJson(live.spec ?? {})
  if (containers === undefined) delete next.spec.ephemeralContainers
  else next.spec.ephemeralContainers = containers
  next.status = live.status
}

/** Returns the live metadata with the identity and preconditions of the request. */
export function keptMetadata(next: Pod, live: Pod): Pod['metadata'] {
  const { name, namespace, uid, resourceVersion, managedFields } = next.metadata
  const named = Object.entries({ name, namespace, uid, resourceVersion, managedFields })
  const given = named.filter(([, value]) => value !== undefined)
  const kept = { ...cloneJson(live.metadata), ...Object.fromEntries(given) }
  if (managedFields === undefined) delete kept.managedFields
  return kept
}

function* validateAdditions(next: Pod, live: Pod): Pieces<readonly FieldError[]> {
  if (Object.hasOwn(live.metadata.annotations ?? {}, mirrorPod)) {
    return [forbidden('[]', 'static pods do not support ephemeral containers')]
  }
  const kept = new Map((next.spec?.ephemeralContainers ?? []).map((container) => [container.name, container]))
  const inPod = yield* validatePodMetadataAndSpec(next)
  return [
    ...inPod,
    ...validateAnnotationUpdate(next, live),
    ...(live.spec?.ephemeralContainers ?? []).flatMap((old) => validateKept(kept.get(old.name), old)),
  ]
}

function validateKept(kept: EphemeralContainer | undefined, old: EphemeralContainer): readonly FieldError[] {
  const path = 'spec.ephemeralContainers'
  const what = `existing ephemeral containers ${JSON.stringify(old.name ?? '')}`
  if (kept === undefined) return [forbidden(path, `${what} may not be removed\n`)]
  if (equalAs('core.v1.EphemeralContainer', kept, old)) return []
  const [before, after] = [old, kept].map((one) => internalForm('core.v1.EphemeralContainer', one))
  return [forbidden(path, `${what} may not be changed\n${diffJson(before ?? null, after ?? null)}`)]
}
