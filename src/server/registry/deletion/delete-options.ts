import type { ApiError } from '#api/api-error.ts'
import { conflict, invalidObject } from '#api/api-error.ts'
import { type FieldError, invalid, notSupported } from '#api/field-error.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Scope } from '#server/registry/registry.ts'
import { ownerOf } from '#server/registry/storage-key.ts'

/** The options of a deletion, from the body or the query of a DELETE. */
export interface DeleteOptions {
  readonly gracePeriodSeconds?: number | undefined
  readonly preconditions?:
    | { readonly uid?: string | undefined; readonly resourceVersion?: string | undefined }
    | undefined
  readonly orphanDependents?: boolean | undefined
  readonly propagationPolicy?: string | undefined
  readonly dryRun?: readonly string[] | undefined
}

const policies = ['Background', 'Foreground', 'Orphan']

/** Returns the 422 for invalid options. `kind` is the kind of the options. [DE2] */
export const invalidOptions = (kind: string, errors: readonly FieldError[]): ApiError =>
  invalidObject({ group: 'meta.orch.io', kind }, '', errors)

/** Validates `dryRun`: only `All` is allowed. The bare form of the specification is equivalent. [DR1] */
export function validateDryRun(dryRun: readonly string[]): readonly FieldError[] {
  return dryRun.every((value) => value === 'All') ? [] : [notSupported('dryRun', [...dryRun], ['All'])]
}

/** @throws ApiError Invalid [DE2] */
export function checkDeleteOptions(options: DeleteOptions): void {
  const { orphanDependents, propagationPolicy, dryRun = [] } = options
  const errors: FieldError[] = []
  if (orphanDependents !== undefined && propagationPolicy !== undefined)
    errors.push(
      invalid('propagationPolicy', propagationPolicy, 'orphanDependents and deletionPropagation cannot be both set'),
    )
  if (propagationPolicy !== undefined && !policies.includes(propagationPolicy))
    errors.push(notSupported('propagationPolicy', propagationPolicy, ['Foreground', 'Background', 'Orphan', 'nil']))
  errors.push(...validateDryRun(dryRun))
  if (errors.length > 0) throw invalidOptions('DeleteOptions', errors)
}

/**
 * Checks the preconditions of a deletion. @throws ApiError Conflict when the uid or the resourceVersion of the object
 * differs. [DE3]
 */
export function checkPreconditions(
  { definition, strategy }: Pick<Scope, 'definition' | 'strategy'>,
  options: DeleteOptions,
  { metadata }: ApiObject,
): void {
  const { preconditions = {} } = options
  // A kind whose first DELETE only marks the object checks the preconditions itself, with its own error text.
  const refusal = strategy.beginDeletion === undefined ? changedSince : failedPrecondition
  // The reference puts the kind where the resource is meant.
  const what =
    strategy.beginDeletion === undefined ? { group: ownerOf(definition).group, resource: definition.kind } : definition
  for (const field of ['uid', 'resourceVersion'] as const) {
    const [wanted, found] = [preconditions[field], metadata[field] ?? '']
    if (wanted !== undefined && wanted !== found)
      throw conflict(what, metadata.name ?? '', refusal(field, wanted, found))
  }
}

const preconditionWords = {
  uid: { name: 'UID', reason: 'The object might have been deleted and then recreated' },
  resourceVersion: { name: 'ResourceVersion', reason: 'The object might have been modified' },
} as const

function changedSince(field: keyof typeof preconditionWords, wanted: string, found: string): string {
  const { name, reason } = preconditionWords[field]
  return `the ${name} in the precondition (${wanted}) does not match the ${name} in record (${found}). ${reason}`
}

function failedPrecondition(field: keyof typeof preconditionWords, wanted: string, found: string): string {
  const { name } = preconditionWords[field]
  return `Precondition failed: ${name} in precondition: ${wanted}, ${name} in object meta: ${found}`
}

const orphanFinalizer = 'orphan'
const foregroundFinalizer = 'foregroundDeletion'

/**
 * Returns the finalizers of an object while the garbage collector handles its dependents; `null` when they do not
 * change. [DE5]
 */
export function propagationFinalizers(
  live: ApiObject,
  options: DeleteOptions,
  defaultPropagation: 'orphan' | 'background' | 'unsupported',
): readonly string[] | null {
  const present = live.metadata.finalizers ?? []
  const others = present.filter((name) => name !== orphanFinalizer && name !== foregroundFinalizer)
  const policy = chosenPolicy(present, options, defaultPropagation)
  const wanted =
    policy === 'Orphan'
      ? [...others, orphanFinalizer]
      : policy === 'Foreground'
        ? [...others, foregroundFinalizer]
        : others
  const known = new Set(present)
  const same = new Set(wanted).size === known.size && wanted.every((name) => known.has(name))
  return same ? null : wanted
}

/**
 * Returns the propagation policy: from the options, otherwise from the finalizers of the object, otherwise the default
 * of the kind.
 */
function chosenPolicy(
  present: readonly string[],
  { orphanDependents, propagationPolicy }: DeleteOptions,
  defaultPropagation: 'orphan' | 'background' | 'unsupported',
): string {
  if (defaultPropagation === 'unsupported') return 'Background'
  if (orphanDependents !== undefined) return orphanDependents ? 'Orphan' : 'Background'
  if (propagationPolicy !== undefined) return propagationPolicy
  const carried = present.find((name) => name === orphanFinalizer || name === foregroundFinalizer)
  if (carried !== undefined) return carried === orphanFinalizer ? 'Orphan' : 'Foreground'
  return defaultPropagation === 'orphan' ? 'Orphan' : 'Background'
}
