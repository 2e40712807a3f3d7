import { isObject, type Json, type JsonObject, textOf } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { type Edge, vertexOf } from './node-graph.ts'
import { podConfigMaps, podSecrets } from './pod-references.ts'
import { volumeSecrets } from './volume-secrets.ts'

const part = (value: Json | undefined, name: string): JsonObject => {
  const found = isObject(value) ? value[name] : undefined
  return isObject(found) ? found : {}
}
const list = (value: Json | undefined): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : [])

/** A pod gives its node access to what the pod needs. A mirror pod gives none, since nodes create mirror pods themselves. [NAZ3] */
export function edgesOfPod(pod: ApiObject): readonly Edge[] {
  const { namespace = '', name = '', annotations = {} } = pod.metadata
  const spec = part(pod, 'spec')
  const node = textOf(spec['nodeName'])
  if (node === '') return []
  const here = vertexOf('pod', namespace, name)
  const edges: Edge[] = [[here, vertexOf('node', '', node)]]
  if (Object.hasOwn(annotations, 'orch.io/config.mirror')) return edges
  const account = textOf(spec['serviceAccountName'])
  if (account !== '') edges.push([vertexOf('serviceaccount', namespace, account), here])
  for (const secret of podSecrets(spec)) edges.push([vertexOf('secret', namespace, secret), here])
  for (const map of podConfigMaps(spec)) edges.push([vertexOf('configmap', namespace, map), here])
  for (const claim of volumeClaims(spec, name)) edges.push([vertexOf('pvc', namespace, claim), here])
  for (const claim of resourceClaims(spec, part(pod, 'status')))
    edges.push([vertexOf('resourceclaim', namespace, claim), here])
  return edges
}

/** The claims that the pod references, and those of its ephemeral volumes. */
const volumeClaims = (spec: JsonObject, pod: string): readonly string[] =>
  list(spec['volumes'])
    .map((volume) => {
      if (isObject(volume['persistentVolumeClaim'])) return textOf(volume['persistentVolumeClaim']['claimName'])
      return isObject(volume['ephemeral']) ? `${pod}-${textOf(volume['name'])}` : ''
    })
    .filter((claim) => claim !== '')

/** The resource claims that the pod references, and those that its status lists as generated from templates. */
function resourceClaims(spec: JsonObject, status: JsonObject): readonly string[] {
  const made = new Map(
    list(status['resourceClaimStatuses']).map((each) => [textOf(each['name']), textOf(each['resourceClaimName'])]),
  )
  const named = list(spec['resourceClaims']).map((claim) => {
    const direct = textOf(claim['resourceClaimName'])
    return direct === '' ? (made.get(textOf(claim['name'])) ?? '') : direct
  })
  const extended = textOf(part(status, 'extendedResourceClaimStatus')['resourceClaimName'])
  return [...named, extended].filter((claim) => claim !== '')
}

/** A bound volume is reached through its claim; the secrets that nodes need for it are reached through the volume. [NAZ3] */
export function edgesOfVolume(volume: ApiObject): readonly Edge[] {
  const spec = part(volume, 'spec')
  const { claimRef } = spec
  if (!isObject(claimRef)) return []
  const here = vertexOf('pv', '', volume.metadata.name ?? '')
  const place = textOf(claimRef['namespace'])
  return [
    [here, vertexOf('pvc', place, textOf(claimRef['name']))],
    ...volumeSecrets(spec, place).map(({ namespace, name }): Edge => [vertexOf('secret', namespace, name), here]),
  ]
}

/** Objects that name their node in `spec.nodeName`. */
const edgesOfNamed =
  (type: 'volumeattachment' | 'resourceslice') =>
  (object: ApiObject): readonly Edge[] => {
    const node = textOf(part(object, 'spec')['nodeName'])
    return node === '' ? [] : [[vertexOf(type, '', object.metadata.name ?? ''), vertexOf('node', '', node)]]
  }

/** A type whose objects contribute edges. */
interface EdgeSource {
  readonly type: 'pod' | 'pv' | 'volumeattachment' | 'resourceslice'
  readonly group: string
  readonly resource: string
  /** Returns the edges of one object. */
  readonly edges: (object: ApiObject) => readonly Edge[]
}

export const edgeSources: readonly EdgeSource[] = [
  { type: 'pod', group: '', resource: 'pods', edges: edgesOfPod },
  { type: 'pv', group: '', resource: 'persistentvolumes', edges: edgesOfVolume },
  {
    type: 'volumeattachment',
    group: 'storage.orch.io',
    resource: 'volumeattachments',
    edges: edgesOfNamed('volumeattachment'),
  },
  {
    type: 'resourceslice',
    group: 'resource.orch.io',
    resource: 'resourceslices',
    edges: edgesOfNamed('resourceslice'),
  },
]
