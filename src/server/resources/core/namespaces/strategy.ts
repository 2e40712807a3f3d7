import { child, type FieldError, index, invalid } from '#api/field-error.ts'
import { dns1123LabelName, qualifiedName } from '#api/names.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import type { Namespace } from '#server/kinds/types/core-v1.ts'

const nameLabel = 'orch.io/metadata.name'
const ownFinalizer = 'orch'
const finalizersPath = 'spec.finalizers'
/** Finalizers that may be unqualified. */
const standardFinalizers = new Set([ownFinalizer, 'orphan', 'foregroundDeletion'])

function validateFinalizer(name: string, field: string): readonly FieldError[] {
  const errors = qualifiedName(name).map((text) => invalid(field, name, text))
  if (!name.includes('/') && !standardFinalizers.has(name)) {
    errors.push(invalid(field, name, 'name is neither a standard finalizer name nor is it fully qualified'))
  }
  return errors
}

/** A namespace always has its name as a label, so that selectors can match it. [NS2] */
function labelWithName(next: Namespace): void {
  const { name = '' } = next.metadata
  if (name !== '') next.metadata.labels = { ...next.metadata.labels, [nameLabel]: name }
}

/** Spec errors name the list instead of the entry, as in the reference on create and update. */
const validate = (next: Namespace): readonly FieldError[] =>
  (next.spec?.finalizers ?? []).flatMap((name) => validateFinalizer(name, finalizersPath))

const shared = {
  default(next: Namespace): void {
    labelWithName(next)
    next.status = { phase: 'Active', ...next.status }
    if (next.status.phase === '') next.status.phase = 'Active'
  },
  /** Names generated from generateName are set after defaulting. */
  canonicalize: labelWithName,
  validateName: dns1123LabelName,
  /** The object remains until the namespace controller has deleted the content. [NS3] */
  readyForRemoval: (next: Namespace): boolean => (next.spec?.finalizers ?? []).length === 0,
  beginDeletion(next: Namespace): void {
    next.status = { ...next.status, phase: 'Terminating' }
  },
}

export const strategy: Strategy<Namespace> = {
  ...shared,
  metadataOnUpdate: 'whole',
  prepareForCreate(next) {
    next.status = { phase: 'Active' }
    const finalizers = next.spec?.finalizers ?? []
    next.spec = {
      ...next.spec,
      finalizers: finalizers.includes(ownFinalizer) ? finalizers : [...finalizers, ownFinalizer],
    }
  },
  validate,
  prepareForUpdate(next, live) {
    next.spec = { ...next.spec, finalizers: live.spec?.finalizers }
    next.status = live.status
  },
  validateUpdate: validate,
}

/** `status`: the phase must agree with the deletionTimestamp. [NS4] */
export const statusStrategy: Strategy<Namespace> = {
  ...shared,
  validate,
  prepareForUpdate(next, live) {
    next.spec = live.spec
  },
  validateUpdate(next) {
    const phase = next.status?.phase ?? ''
    const deleted = next.metadata.deletionTimestamp !== undefined
    if (phase === (deleted ? 'Terminating' : 'Active')) return []
    return [
      invalid(
        child('status', 'Phase'),
        phase,
        deleted
          ? "may only be 'Terminating' if `deletionTimestamp` is not empty"
          : "may only be 'Active' if `deletionTimestamp` is empty",
      ),
    ]
  },
}

/** `finalize`: the only subresource that changes `spec.finalizers`. [NS5] */
export const finalizeStrategy: Strategy<Namespace> = {
  ...shared,
  validate,
  prepareForUpdate(next, live) {
    next.status = live.status
  },
  validateUpdate: (next) =>
    (next.spec?.finalizers ?? []).flatMap((name, at) => validateFinalizer(name, index(finalizersPath, at))),
}
