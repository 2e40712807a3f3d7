import { isObject, type Json, type JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { AdmissionPlugin } from '#server/admission/chain/plugin.ts'
import { isPodWrite, podSpec } from '#server/admission/plugins/parts/pod-spec.ts'

const lists = ['initContainers', 'containers', 'ephemeralContainers'] as const

/** Sets the pull policy of every container and image volume to Always, so that credentials are checked. [ADP1] */
export const alwaysPullImages: AdmissionPlugin = {
  name: 'AlwaysPullImages',
  operations: new Set(['CREATE', 'UPDATE']),
  async mutate(attributes) {
    const { object, live } = attributes
    if (!isPodWrite(attributes) || object === null) return
    // An update without new images keeps its policies: they are immutable.
    const known = new Set(live === null ? [] : imagesOf(live))
    if (live !== null && imagesOf(object).every((image) => known.has(image))) return
    const spec = podSpec(object)
    for (const container of lists.flatMap((list) => objectsOf(spec[list]))) container['imagePullPolicy'] = 'Always'
    for (const { image } of objectsOf(spec['volumes'])) if (isObject(image)) image['pullPolicy'] = 'Always'
  },
}

const objectsOf = (list: Json | undefined): readonly JsonObject[] => (Array.isArray(list) ? list.filter(isObject) : [])

const imagesOf = (pod: ApiObject): readonly (Json | undefined)[] => {
  const { spec } = pod
  return isObject(spec) ? lists.flatMap((list) => objectsOf(spec[list]).map(({ image }) => image)) : []
}
