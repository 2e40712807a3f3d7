import { internalError } from '#api/api-error.ts'
import { type FieldError, invalid } from '#api/field-error.ts'
import { cloneJson, emptyObject, isNumeric, isObject, type Json, type JsonObject, own, textOf } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { goText, goTypeOf } from '#server/merge/go-text.ts'
import type { ProjectionSubresource } from '#server/registry/subresource.ts'
import type { CustomResourceSubresourceScale } from '#server/kinds/types/apiextensions-v1.ts'
import { scale } from '#server/resources/parts/workloads/scale.ts'
import type { Scale } from '#server/kinds/types/autoscaling-v1.ts'

const wordsOf = (path: string): readonly string[] => path.replace(/^\./, '').split('.')

/** The value at a path, or the error if the path cannot have one. Undefined: absent. */
type Found = { readonly value: Json | undefined } | { readonly error: string }

function valueAt(object: Json, words: readonly string[]): Found {
  let at: Json | undefined = object
  for (const [depth, word] of words.entries()) {
    if (at === null) return { value: undefined }
    if (!isObject(at)) return { error: wrongType(words.slice(0, depth + 1), at ?? null, 'map[string]interface{}') }
    at = own(at, word)
    if (at === undefined) return { value: undefined }
  }
  return { value: at }
}

const wrongType = (words: readonly string[], value: Json, expected: string): string =>
  `.${words.join('.')} accessor error: ${goText(value)} is of the type ${value === null ? '<nil>' : goTypeOf(value)}, expected ${expected}`

function countAt(object: Json, path: string): Found {
  const words = wordsOf(path)
  const found = valueAt(object, words)
  if ('error' in found || found.value === undefined || isWhole(found.value)) return found
  return { error: wrongType(words, found.value, 'int64') }
}

function textAt(object: Json, path: string): Found {
  const words = wordsOf(path)
  const found = valueAt(object, words)
  if ('error' in found || found.value === undefined || typeof found.value === 'string') return found
  return { error: wrongType(words, found.value, 'string') }
}

const isWhole = (value: Json): boolean => typeof value === 'bigint' || Number.isSafeInteger(value)

const int32Max = 2 ** 31 - 1

function countErrors(object: Json, path: string): readonly FieldError[] {
  const found = countAt(object, path)
  if ('error' in found) return [invalid(path, 0, found.error)]
  const count = isNumeric(found.value) ? found.value : 0
  if (count < 0) return [invalid(path, count, 'should be a non-negative integer')]
  return count > int32Max ? [invalid(path, count, `should be less than or equal to ${int32Max}`)] : []
}

/** Validates the types of the fields that the scale reads: integers and a string. [CRD8] */
export function validateScaleParts(
  paths: CustomResourceSubresourceScale | undefined,
  object: ApiObject,
  which: 'all' | 'status',
): readonly FieldError[] {
  if (paths === undefined) return []
  const { specReplicasPath = '', statusReplicasPath = '', labelSelectorPath = '' } = paths
  const selector = labelSelectorPath === '' ? { value: undefined } : textAt(object as Json, labelSelectorPath)
  return [
    ...(which === 'all' ? countErrors(object as Json, specReplicasPath) : []),
    ...countErrors(object as Json, statusReplicasPath),
    ...('error' in selector ? [invalid(labelSelectorPath, '', selector.error)] : []),
  ]
}

/** Returns the `scale` subresource for the paths of the definition. [CRD8] */
export function customScale(paths: CustomResourceSubresourceScale): ProjectionSubresource {
  const { specReplicasPath = '', statusReplicasPath = '', labelSelectorPath = '' } = paths
  const count = (parent: ApiObject, path: string): number => {
    const found = valueOf(countAt(parent as Json, path))
    return isNumeric(found) ? Number(found) : 0
  }
  const selectorOf = (parent: ApiObject): string => {
    const found = labelSelectorPath === '' ? undefined : valueOf(textAt(parent as Json, labelSelectorPath))
    return textOf(found)
  }
  return {
    ...scale(selectorOf),
    replicasPath: wordsOf(specReplicasPath),
    unconditional: true,
    decodeErrorText: 'no kind is registered for the type v1.Scale in scheme "pkg/runtime/scheme.go:110"',
    validate: () => [],
    checkReadable: (parent) => {
      if (valueOf(countAt(parent as Json, specReplicasPath)) === undefined)
        throw internalError(`the spec replicas field ${JSON.stringify(specReplicasPath)} does not exist`)
    },
    toProjection: (parent) =>
      scale(() => selectorOf(parent)).toProjection({
        ...parent,
        spec: { replicas: count(parent, specReplicasPath) },
        status: { replicas: count(parent, statusReplicasPath) },
      }),
    fromProjection: (projection, parent) => {
      const next = cloneJson(parent)
      setAt(next as JsonObject, wordsOf(specReplicasPath), (projection as Scale).spec?.replicas ?? 0)
      return next
    },
  }
}

/** Returns a found value. @throws ApiError InternalError for a stored value of another type */
function valueOf(found: Found): Json | undefined {
  if ('error' in found) throw internalError(found.error)
  return found.value
}

function setAt(object: JsonObject, words: readonly string[], value: Json): void {
  const [first, ...below] = words
  if (first === undefined) return
  if (below.length === 0) {
    object[first] = value
    return
  }
  const found = own(object, first)
  const inside = isObject(found) ? found : emptyObject()
  object[first] = inside
  setAt(inside, below, value)
}
