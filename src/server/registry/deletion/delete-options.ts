import type { ApiError } from '#api/api-error.ts'
import { conflict, invalidObject } from '#api/api-error.ts'
import { type FieldError, invalid, notSupported } from '#api/field-error.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Scope } from '../registry.ts'

/** How an object is to be deleted: the body or the query of a DELETE. */
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

/** 422 for options of another kind than the reference knows. [DE2] */
export const invalidOptions = (kind: string, errors: readonly FieldError[]): ApiError =>
  invalidObject({ group: 'meta.orch.io', kind }, '', errors)

/** Only `All` may be asked of a dry run; the bare form of the specification means the same. [DR1] */
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

/** @throws ApiError Conflict when the object is not the one, or not in the version, that the client means. [DE3] */
export function checkPreconditions(
  { definition, strategy }: Pick<Scope, 'definition' | 'strategy'>,
  options: DeleteOptions,
  { metadata }: ApiObject,
): void {
  const { preconditions = {} } = options
  // A kind that is only marked by its first DELETE looks at the preconditions itself, in words of its own.
  const refusal = strategy.beginDeletion === undefined ? changedSince : failedPrecondition
  // The reference names the kind where it means the resource.
  const what =
    strategy.beginDeletion === undefined ? { group: definition.group, resource: definition.kind } : definition
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

/** The finalizers that an object must carry while its dependents are dealt with; `null` when they don't change. [DE5] */
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
  const same = new Set(wanted).size === new Set(present).size && wanted.every((name) => present.includes(name))
  return same ? null : wanted
}

/** The options first, then what the object carries already, then the kind's default. */
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
