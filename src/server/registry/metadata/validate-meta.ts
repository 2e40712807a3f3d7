import { type FieldError, child, forbidden, index, invalid, required, tooLong } from '#api/field-error.ts'
import { deepEqual, type JsonObject } from '#api/json.ts'
import { byteLength, dns1123Label, labelValue, qualifiedName } from '#api/names.ts'
import type { ObjectMeta, OwnerReference } from '#api/object-meta.ts'

type NameTexts = (name: string, prefix: boolean) => readonly string[]

const annotationsBytesMax = 256 * 1024
const orphan = 'orphan'
const foreground = 'foregroundDeletion'

/** Validates metadata by the rules for all writes, in the order of the reference. [WR3] */
export function validateObjectMeta(meta: ObjectMeta, namespaced: boolean, nameTexts: NameTexts): readonly FieldError[] {
  return [...validateNames(meta, nameTexts), ...validateBesidesNames(meta, namespaced)]
}

/**
 * Validates all that does not depend on the names that a kind allows. `repeated` are the errors of
 * {@link validateRepeated}.
 */
export function validateBesidesNames(
  meta: ObjectMeta,
  namespaced: boolean,
  repeated: readonly FieldError[] = validateRepeated(meta),
): readonly FieldError[] {
  const placed = validateNamespace(meta.namespace ?? '', namespaced)
  const generation = meta.generation ?? 0
  const finalizers = meta.finalizers ?? none
  if (placed.length + repeated.length + finalizers.length === 0 && generation >= 0) return none
  return [
    ...placed,
    ...(generation < 0 ? [invalid('metadata.generation', generation, 'must be greater than or equal to 0')] : []),
    ...repeated,
    ...validateFinalizers(finalizers),
  ]
}

const none: readonly never[] = []
const noTexts: Readonly<Record<string, string>> = {}

/** Validates the parts of metadata that are checked again on update. */
export function validateRepeated({ labels, annotations, ownerReferences }: ObjectMeta): readonly FieldError[] {
  const labelErrors = validateLabels(labels ?? noTexts, 'metadata.labels')
  const annotationErrors = validateAnnotations(annotations ?? noTexts)
  const ownerErrors = validateOwnerReferences(ownerReferences ?? none)
  if (labelErrors.length + annotationErrors.length + ownerErrors.length === 0) return none
  return [...labelErrors, ...annotationErrors, ...ownerErrors]
}

/** Validates the name, or the prefix of a generated one. */
export function validateNames(meta: ObjectMeta, nameTexts: NameTexts): readonly FieldError[] {
  const { name = '', generateName = '' } = meta
  const prefixErrors =
    generateName === ''
      ? []
      : nameTexts(generateName, true).map((text) => invalid('metadata.generateName', generateName, text))
  if (name === '') return [...prefixErrors, required('metadata.name', 'name or generateName is required')]
  return [...prefixErrors, ...nameTexts(name, false).map((text) => invalid('metadata.name', name, text))]
}

function validateNamespace(namespace: string, namespaced: boolean): readonly FieldError[] {
  const path = 'metadata.namespace'
  if (!namespaced) return namespace === '' ? [] : [forbidden(path, 'not allowed on this type')]
  if (namespace === '') return [required(path)]
  return dns1123Label(namespace).map((text) => invalid(path, namespace, text))
}

/** Keys and values that are valid without a closer look: most labels. */
const simple = /^[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/

function areSimple(labels: Readonly<Record<string, string>>): boolean {
  for (const key of Object.keys(labels)) if (!simple.test(key) || !simple.test(labels[key] ?? '')) return false
  return true
}

/** Validates label keys and values. Errors are sorted by key, because the order of the reference is random. [WR4] */
export function validateLabels(labels: Readonly<Record<string, string>>, path: string): readonly FieldError[] {
  if (areSimple(labels)) return []
  return Object.keys(labels)
    .toSorted()
    .flatMap((key) => {
      const value = labels[key] ?? ''
      return [
        ...qualifiedName(key).map((text) => invalid(path, key, text)),
        ...labelValue(value).map((text) => invalid(path, value, text)),
      ]
    })
}

export function validateAnnotations(
  annotations: Readonly<Record<string, string>>,
  path = 'metadata.annotations',
): readonly FieldError[] {
  const keys = Object.keys(annotations).toSorted()
  if (keys.length === 0) return none
  const errors = keys.flatMap((key) => qualifiedName(key.toLowerCase()).map((text) => invalid(path, key, text)))
  const bytes = keys.reduce((sum, key) => sum + byteLength(key) + byteLength(annotations[key] ?? ''), 0)
  return bytes > annotationsBytesMax ? [...errors, tooLong(path, annotationsBytesMax)] : errors
}

function validateOwnerReferences(owners: readonly OwnerReference[]): readonly FieldError[] {
  if (owners.length === 0) return none
  const path = 'metadata.ownerReferences'
  const errors: FieldError[] = []
  // Shared by all errors, of which there may be as many as owners.
  let shown: JsonObject[] | undefined
  let controller = ''
  for (const owner of owners) {
    errors.push(...validateOwnerReference(owner, path))
    if (owner.controller !== true) continue
    const name = `${owner.kind}/${owner.name}`
    if (controller === '') controller = name
    else {
      const why = `Only one reference can have Controller set to true. Found "true" in references for ${controller} and ${name}`
      errors.push(invalid(path, (shown ??= owners.map(printedOwner)), why))
    }
  }
  return errors
}

function validateOwnerReference(owner: OwnerReference, path: string): readonly FieldError[] {
  const { group, version } = parseGroupVersion(owner.apiVersion ?? '')
  const errors: FieldError[] = []
  if (version === '')
    errors.push(invalid(child(path, 'apiVersion'), owner.apiVersion ?? '', 'version must not be empty'))
  for (const field of ['kind', 'name', 'uid'] as const)
    if ((owner[field] ?? '') === '') errors.push(invalid(child(path, field), owner[field] ?? '', 'must not be empty'))
  if (group === '' && version === 'v1' && owner.kind === 'Event')
    errors.push(invalid(path, printedOwner(owner), `/v1, Kind=Event is disallowed from being an owner`))
  return errors
}

/** An owner as messages print it: fields in the order of the type whatever the client's order, and names also if empty. */
const printedOwner = ({ apiVersion, kind, name, uid, controller, blockOwnerDeletion }: OwnerReference): JsonObject => ({
  apiVersion: apiVersion ?? '',
  kind: kind ?? '',
  name: name ?? '',
  uid: uid ?? '',
  ...(controller === undefined ? {} : { controller }),
  ...(blockOwnerDeletion === undefined ? {} : { blockOwnerDeletion }),
})

/** Parses a group version. As in the reference, text with two slashes has no version. */
function parseGroupVersion(apiVersion: string): { readonly group: string; readonly version: string } {
  const parts = apiVersion.split('/')
  if (parts.length > 2) return { group: '', version: '' }
  return parts.length === 2
    ? { group: parts[0] ?? '', version: parts[1] ?? '' }
    : { group: '', version: parts[0] ?? '' }
}

/** Finalizers that need no domain. */
const standardFinalizers = new Set(['orch', orphan, foreground])

/** Validates finalizers by the additional rules for built-in kinds, which do not apply to custom resources. [WR12] */
export const validateBuiltInFinalizers = ({ finalizers = [] }: ObjectMeta): readonly FieldError[] =>
  finalizers.flatMap((name, at) =>
    name.includes('/') || standardFinalizers.has(name)
      ? []
      : [
          invalid(
            index('metadata.finalizers', at),
            name,
            'name is neither a standard finalizer name nor is it fully qualified',
          ),
        ],
  )

function validateFinalizers(finalizers: readonly string[]): readonly FieldError[] {
  const path = 'metadata.finalizers'
  const errors = finalizers.flatMap((name) => qualifiedName(name).map((text) => invalid(path, name, text)))
  if (finalizers.includes(orphan) && finalizers.includes(foreground))
    errors.push(invalid(path, [...finalizers], `finalizer ${orphan} and ${foreground} cannot be both set`))
  return errors
}

const immutable = 'field is immutable'

const immutableFields = [
  'name',
  'namespace',
  'uid',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
] as const

/**
 * Validates the immutable fields of metadata and the parts that are checked again on update; `repeated` are the errors of
 * these. [WR5]
 */
export function validateObjectMetaUpdate(
  next: ObjectMeta,
  live: ObjectMeta,
  repeated: readonly FieldError[] = validateRepeated(next),
): readonly FieldError[] {
  const added = newFinalizers(next, live)
  const changed = immutableFields.filter(
    (field) => next[field] !== live[field] && !deepEqual(next[field] ?? null, live[field] ?? null),
  )
  if (added.length + changed.length === 0) return repeated
  return [
    ...added,
    ...changed.map((field) => invalid(`metadata.${field}`, next[field] ?? null, immutable)),
    ...repeated,
  ]
}

function newFinalizers(next: ObjectMeta, live: ObjectMeta): readonly FieldError[] {
  if (live.deletionTimestamp === undefined) return []
  const known = new Set(live.finalizers)
  const fresh = [...new Set(next.finalizers)].filter((name) => !known.has(name)).toSorted()
  if (fresh.length === 0) return []
  const list = fresh.map((name) => JSON.stringify(name)).join(', ')
  return [
    forbidden(
      'metadata.finalizers',
      `no new finalizers can be added if the object is being deleted, found new finalizers []string{${list}}`,
    ),
  ]
}
