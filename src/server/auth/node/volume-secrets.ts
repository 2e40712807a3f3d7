import { isObject, type Json, type JsonObject } from '#api/json.ts'

interface SecretName {
  readonly namespace: string
  readonly name: string
}

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

/** Sources whose secret, where it names no namespace, is in the claim's. */
const besideClaim = ['cephfs', 'flexVolume', 'rbd', 'scaleIO', 'iscsi']

/** Sources whose secret names its namespace always. */
const anywhere = ['cinder', 'storageos']

/** What nodes need of a driver's secrets; those of controllers are none of theirs. */
const ofDrivers = ['nodePublishSecretRef', 'nodeStageSecretRef', 'nodeExpandSecretRef']

/** The secrets of a persistent volume's source that its node needs. */
export function volumeSecrets(spec: JsonObject, claimNamespace: string): readonly SecretName[] {
  const found: SecretName[] = []
  const add = (reference: Json | undefined, place: string): void => {
    if (!isObject(reference)) return
    const namespace = text(reference['namespace'])
    found.push({ namespace: namespace === '' ? place : namespace, name: text(reference['name']) })
  }
  const source = (name: string): JsonObject => {
    const value = spec[name]
    return isObject(value) ? value : {}
  }
  const { secretNamespace, secretName } = source('azureFile')
  add({ namespace: secretNamespace ?? '', name: secretName ?? '' }, claimNamespace)
  for (const name of besideClaim) add(source(name)['secretRef'], claimNamespace)
  for (const name of anywhere) add(source(name)['secretRef'], '')
  for (const name of ofDrivers) add(source('csi')[name], '')
  return found.filter(({ name }) => name !== '')
}
