import { isObject, type Json, type JsonObject } from '#api/json.ts'

/** Returns the strings at a path of members; lists on the path are traversed. */
function namesAt(value: Json | undefined, [member, ...rest]: readonly string[]): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((each) => namesAt(each, member === undefined ? [] : [member, ...rest]))
  if (member === undefined) return typeof value === 'string' && value !== '' ? [value] : []
  return isObject(value) && Object.hasOwn(value, member) ? namesAt(value[member], rest) : []
}

const containers = ['initContainers', 'containers', 'ephemeralContainers']
const inContainers = (...path: readonly string[]): readonly (readonly string[])[] =>
  containers.map((each) => [each, ...path])

const secretPaths: readonly (readonly string[])[] = [
  ['imagePullSecrets', 'name'],
  ...inContainers('env', 'valueFrom', 'secretKeyRef', 'name'),
  ...inContainers('envFrom', 'secretRef', 'name'),
  ['volumes', 'azureFile', 'secretName'],
  ['volumes', 'projected', 'sources', 'secret', 'name'],
  ['volumes', 'secret', 'secretName'],
  ['volumes', 'csi', 'nodePublishSecretRef', 'name'],
  ...['cephfs', 'cinder', 'flexVolume', 'rbd', 'scaleIO', 'iscsi', 'storageos'].map((source) => [
    'volumes',
    source,
    'secretRef',
    'name',
  ]),
]

const configMapPaths: readonly (readonly string[])[] = [
  ...inContainers('env', 'valueFrom', 'configMapKeyRef', 'name'),
  ...inContainers('envFrom', 'configMapRef', 'name'),
  ['volumes', 'configMap', 'name'],
  ['volumes', 'projected', 'sources', 'configMap', 'name'],
]

/** Returns the names of all secrets that a pod's spec references. */
export const podSecrets = (spec: JsonObject): ReadonlySet<string> =>
  new Set(secretPaths.flatMap((path) => namesAt(spec, path)))

/** Returns the names of all config maps that a pod's spec references. */
export const podConfigMaps = (spec: JsonObject): ReadonlySet<string> =>
  new Set(configMapPaths.flatMap((path) => namesAt(spec, path)))
