import { isObject, own } from '#api/json.ts'
import { printYaml } from '#syntax/print-yaml.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { SeedFile } from '#lesson/lesson.ts'
import { cleanObject } from '#record/clean-object.ts'
import { objectKey } from './changes.ts'

/** Objects of a seed. More make a lesson slow to begin and its link too long. */
const seedMax = 200

/** Namespaces come first, then definitions of kinds, then the objects that need them. */
const rankOf = ({ kind }: ApiObject): number =>
  kind === 'Namespace' ? 0 : kind === 'CustomResourceDefinition' ? 1 : kind === 'ServiceAccount' ? 2 : 3

/** Kinds that the server writes by itself for other objects. */
const derived: ReadonlySet<string> = new Set([
  'Event',
  'Lease',
  'Endpoints',
  'EndpointSlice',
  'IPAddress',
  'ControllerRevision',
])

/** Objects that every namespace gets, and the registration of a group that the server serves by itself. */
const isGiven = ({ kind, metadata, spec }: ApiObject): boolean =>
  (kind === 'APIService' && (!isObject(spec) || !isObject(own(spec, 'service')))) ||
  (kind === 'ServiceAccount' && metadata.name === 'default') ||
  (kind === 'ConfigMap' && metadata.name === 'kube-root-ca.crt')

const isWritten = (object: ApiObject): boolean =>
  (object.metadata.ownerReferences ?? []).length === 0 &&
  object.metadata.deletionTimestamp === undefined &&
  !derived.has(object.kind ?? '') &&
  !isGiven(object)

/**
 * Returns the objects that people wrote to a server as files of a seed, without what a server assigns and without values of
 * Secrets. `own` are the objects that a new server has by itself. [LSN20]
 */
export function seedOf(objects: readonly ApiObject[], own: readonly ApiObject[]): readonly SeedFile[] {
  const given = new Set(own.map(objectKey))
  const chosen = objects
    .filter((object) => !given.has(objectKey(object)) && isWritten(object))
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .slice(0, seedMax)
  if (chosen.length === 0) return []
  const text = chosen.map((object) => printYaml(cleanObject(object))).join('---\n')
  return [{ name: 'seed/objects.yaml', text }]
}
