import { printExactJson } from '#api/exact-json.ts'
import { type Json, isObject, type JsonObject, own, valueAt } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { stringify } from 'yaml'
import type { RequestDraft } from '#ui/exchange/request-draft.ts'

/** A small change that is valid for the kind: a path and the value to set. */
interface SampleChange {
  readonly path: readonly string[]
  readonly value: string | number
  /** The current value; `undefined` if there is none. */
  readonly before: unknown
}

function changeOf(object: ApiObject): SampleChange {
  const replicas = valueAt(object, ['spec', 'replicas'])
  if (typeof replicas === 'number') return { path: ['spec', 'replicas'], value: replicas + 1, before: replicas }
  if (object.kind === 'ConfigMap')
    return { path: ['data', 'sample'], value: 'hello', before: isObject(own(object, 'data')) ? null : undefined }
  return { path: ['metadata', 'labels', 'sample'], value: 'hello', before: object.metadata.labels ? null : undefined }
}

const nest = (path: readonly string[], value: JsonObject[string]): JsonObject =>
  path.reduceRight<JsonObject[string]>((inner, name) => ({ [name]: inner }), value) as JsonObject

/** Returns the first container of a workload's template, or of a pod. */
function firstContainer(object: ApiObject): { readonly path: readonly string[]; readonly name: string } | null {
  for (const path of [
    ['spec', 'template', 'spec'],
    ['spec', 'jobTemplate', 'spec', 'template', 'spec'],
  ]) {
    const name = valueAt(object, [...path, 'containers', 0, 'name'])
    if (typeof name === 'string') return { path, name }
  }
  return null
}

function jsonPatch(object: ApiObject): string {
  const { path, value, before } = changeOf(object)
  const pointer = (steps: readonly string[]): string => `/${steps.join('/')}`
  const test = { op: 'test', path: '/metadata/resourceVersion', value: object.metadata.resourceVersion ?? '' }
  const change =
    before === undefined
      ? { op: 'add', path: pointer(path.slice(0, -1)), value: { [path.at(-1) ?? '']: value } }
      : { op: before === null ? 'add' : 'replace', path: pointer(path), value }
  return printExactJson([test, change] as Json[], 2)
}

function strategicPatch(object: ApiObject): string {
  const container = firstContainer(object)
  const { path, value } = changeOf(object)
  if (container === null) return printExactJson(nest(path, value) as Json, 2)
  const env = [{ name: 'SAMPLE', value: 'hello' }]
  return JSON.stringify(nest([...container.path, 'containers'], [{ name: container.name, env }]), null, 2)
}

function apply(object: ApiObject): string {
  const { path, value } = changeOf(object)
  const { name, namespace } = object.metadata
  const { metadata, ...change } = nest(path, value)
  const config = {
    apiVersion: object.apiVersion,
    kind: object.kind,
    metadata: { name, ...(namespace === undefined ? {} : { namespace }), ...(isObject(metadata) ? metadata : {}) },
    ...change,
  }
  return stringify(config, { lineWidth: 0, schema: 'yaml-1.1' })
}

const serverMetadata = new Set([
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'managedFields',
  'selfLink',
])

/** Returns the whole object, to replace it, or with another name to create a new one. */
function whole(object: ApiObject, isNew: boolean): ApiObject {
  const { status: _status, ...rest } = object
  const metadata = Object.fromEntries(
    Object.entries(object.metadata).filter(
      ([name]) => name !== 'managedFields' && (!isNew || (!serverMetadata.has(name) && name !== 'ownerReferences')),
    ),
  )
  const named = isNew ? { ...metadata, name: `${object.metadata.name ?? 'sample'}-copy` } : metadata
  if (!isNew || object.kind !== 'Service' || !isObject(own(rest, 'spec'))) return { ...rest, metadata: named }
  // A copy must not have the cluster IPs of the original.
  const { clusterIP: _ip, clusterIPs: _ips, ...spec } = rest['spec'] as JsonObject
  return { ...rest, metadata: named, spec }
}

/** Returns a valid body for `object` as it is now, for the method and content type of the draft. [RC13] */
export function sampleBody({ method, contentType }: RequestDraft, object: ApiObject): string {
  if (method === 'DELETE')
    return JSON.stringify({ apiVersion: 'v1', kind: 'DeleteOptions', propagationPolicy: 'Background' }, null, 2)
  if (method === 'POST' || method === 'PUT') {
    const value = whole(object, method === 'POST')
    return contentType.includes('yaml')
      ? stringify(value, { lineWidth: 0, schema: 'yaml-1.1' })
      : printExactJson(value as Json, 2)
  }
  switch (contentType) {
    case 'application/json-patch+json':
      return jsonPatch(object)
    case 'application/strategic-merge-patch+json':
      return strategicPatch(object)
    case 'application/apply-patch+yaml':
      return apply(object)
    default: {
      const { path, value } = changeOf(object)
      return printExactJson(nest(path, value) as Json, 2)
    }
  }
}
