import { type Json, type JsonObject, cloneJson, emptyObject, isObject, own } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { ProjectionSubresource } from '#server/registry/subresource.ts'
import type { CustomResourceSubresourceScale } from '#server/kinds/types/apiextensions-v1.ts'
import { scale } from '#server/resources/parts/workloads/scale.ts'
import type { Scale } from '#server/kinds/types/autoscaling-v1.ts'

const wordsOf = (path: string | undefined): readonly string[] => (path ?? '').split('.').filter((word) => word !== '')

const valueAt = (object: Json | undefined, words: readonly string[]): Json | undefined =>
  words.reduce<Json | undefined>((at, word) => (isObject(at) ? own(at, word) : undefined), object)

/** `scale`, drawn from where the definition says. [CRD8] */
export function customScale(paths: CustomResourceSubresourceScale): ProjectionSubresource {
  const spec = wordsOf(paths.specReplicasPath)
  const status = wordsOf(paths.statusReplicasPath)
  const selector = wordsOf(paths.labelSelectorPath)
  const count = (parent: ApiObject, words: readonly string[]): number => {
    const found = valueAt(parent as Json, words)
    return typeof found === 'number' ? found : 0
  }
  const textOf = (parent: ApiObject): string => {
    const found = selector.length === 0 ? undefined : valueAt(parent as Json, selector)
    return typeof found === 'string' ? found : ''
  }
  return {
    ...scale(textOf),
    replicasPath: spec,
    toProjection: (parent) =>
      scale(() => textOf(parent)).toProjection({
        ...parent,
        spec: { replicas: count(parent, spec) },
        status: { replicas: count(parent, status) },
      }),
    fromProjection: (projection, parent) => {
      const next = cloneJson(parent)
      setAt(next as JsonObject, spec, (projection as Scale).spec?.replicas ?? 0)
      return next
    },
  }
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
