import { forbiddenRequest } from '#api/api-error.ts'
import { isObject, type Json, type JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Attributes } from '#server/admission/chain/attributes.ts'
import type { AdmissionPlugin } from '#server/admission/chain/plugin.ts'
import { isPodWrite, podSpec } from './parts/pod-spec.ts'

const mountPath = '/var/run/secrets/orch.io/serviceaccount'
const volumePrefix = 'kube-api-access-'
const mirror = 'orch.io/config.mirror'
/** An hour plus seven seconds, which distinguishes tokens that were mounted by this plugin. */
const tokenSeconds = 3607

/**
 * Sets the service account of pods and mounts its token. Off by default: the accounts need the controller that
 * creates them. [SAP1]
 */
export const serviceAccount = (random: (length: number) => string): AdmissionPlugin => ({
  name: 'ServiceAccount',
  operations: new Set(['CREATE']),
  concerns: ({ group, resource }) => group === '' && resource === 'pods',
  async mutate(attributes, reader) {
    const { object: pod, namespace } = attributes
    if (pod === null || !isPodWrite(attributes)) return
    const spec = podSpec(pod)
    if (pod.metadata.annotations?.[mirror] !== undefined) {
      if (accountName(spec) !== '') throw refuse(attributes, 'a mirror pod may not reference service accounts')
      return
    }
    const name = accountName(spec) === '' ? 'default' : accountName(spec)
    spec['serviceAccountName'] = name
    spec['serviceAccount'] = name
    const account = await reader.get({ group: '', resource: 'serviceaccounts' }, namespace, name)
    if (account === null) {
      const why = `serviceaccount ${JSON.stringify(name)} not found`
      throw refuse(attributes, `error looking up service account ${namespace}/${name}: ${why}`)
    }
    if (mountsToken(spec, account)) mountToken(spec, () => random(5))
    takePullSecrets(spec, account)
  },
})

const refuse = ({ definition, name, object }: Attributes, why: string): Error =>
  forbiddenRequest(definition, name === '' ? (object?.metadata.name ?? '') : name, why)

const accountName = (spec: JsonObject): string => String(spec['serviceAccountName'] ?? '')

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [])

function takePullSecrets(spec: JsonObject, account: ApiObject): void {
  const secrets = listOf(account['imagePullSecrets'])
  if (listOf(spec['imagePullSecrets']).length > 0 || secrets.length === 0) return
  spec['imagePullSecrets'] = secrets.map((each) => (isObject(each) ? { ...each } : each))
}

/** The pod decides, else its service account. Default: true. */
const mountsToken = (spec: JsonObject, account: ApiObject): boolean =>
  (spec['automountServiceAccountToken'] ?? account['automountServiceAccountToken'] ?? true) === true

/**
 * Mounts the token into every container without a mount at that path. The volume is added only if a container needs
 * it.
 */
function mountToken(spec: JsonObject, random: () => string): void {
  const volumes = listOf(spec['volumes']).filter(isObject)
  const known = volumes.find(({ name }) => typeof name === 'string' && name.startsWith(volumePrefix))
  const name = known === undefined ? `${volumePrefix}${random()}` : String(known['name'])
  let isNeeded = false
  for (const container of [...listOf(spec['initContainers']), ...listOf(spec['containers'])].filter(isObject)) {
    const mounts = listOf(container['volumeMounts'])
    if (mounts.filter(isObject).some((each) => each['mountPath'] === mountPath)) continue
    container['volumeMounts'] = [...mounts, { name, readOnly: true, mountPath }]
    isNeeded = true
  }
  if (isNeeded && known === undefined)
    spec['volumes'] = [...listOf(spec['volumes']), { name, projected: tokenSources() }]
}

const tokenSources = (): JsonObject => ({
  sources: [
    { serviceAccountToken: { expirationSeconds: tokenSeconds, path: 'token' } },
    { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
    {
      downwardAPI: { items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }] },
    },
  ],
  defaultMode: 420,
})
