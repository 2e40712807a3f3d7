import { isObject, type Json, type JsonObject, textOf } from '#api/json.ts'

interface SecretName {
  readonly namespace: string
  readonly name: string
}

/** Volume sources whose secret defaults to the namespace of the claim. */
const claimNamespaceSources = ['cephfs', 'flexVolume', 'rbd', 'scaleIO', 'iscsi']

/** Volume sources whose secret always names its namespace. */
const ownNamespaceSources = ['cinder', 'storageos']

/** The CSI secrets that nodes need. Those that only controllers use are not included. */
const nodeSecretFields = ['nodePublishSecretRef', 'nodeStageSecretRef', 'nodeExpandSecretRef']

/** Returns the secrets of a persistent volume's source that its node needs. */
export function volumeSecrets(spec: JsonObject, claimNamespace: string): readonly SecretName[] {
  const found: SecretName[] = []
  const add = (reference: Json | undefined, place: string): void => {
    if (!isObject(reference)) return
    const namespace = textOf(reference['namespace'])
    found.push({ namespace: namespace === '' ? place : namespace, name: textOf(reference['name']) })
  }
  const source = (name: string): JsonObject => {
    const value = spec[name]
    return isObject(value) ? value : {}
  }
  const { secretNamespace, secretName } = source('azureFile')
  add({ namespace: secretNamespace ?? '', name: secretName ?? '' }, claimNamespace)
  for (const name of claimNamespaceSources) add(source(name)['secretRef'], claimNamespace)
  for (const name of ownNamespaceSources) add(source(name)['secretRef'], '')
  for (const name of nodeSecretFields) add(source('csi')[name], '')
  return found.filter(({ name }) => name !== '')
}
