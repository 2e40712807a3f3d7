import { encodeBase64 } from '#go/base64.ts'
import { isObject, textOf } from '#api/json.ts'
import { Refusal } from '#client/refusal.ts'
import type { Secret, ServiceAccount } from '#server/kinds/types/core-v1.ts'
import type { Informer } from '#server/controllers/shared/informers.ts'
import type { Loop, LoopDefinition } from '#server/controllers/shared/life-loop.ts'
import { keyOf, pathOf } from '#server/controllers/shared/owners.ts'

const secretType = 'orch.io/service-account-token'
const nameAnnotation = 'orch.io/service-account.name'
const uidAnnotation = 'orch.io/service-account.uid'
/** The longest validity that a request for a token may name: 136 years. */
const secondsMax = 2 ** 32

const accountOf = ({ metadata }: Secret): string =>
  `${metadata.namespace ?? ''}/${metadata.annotations?.[nameAnnotation] ?? ''}`

/** Fills token Secrets with a token of their service account, and deletes those whose account is gone. [LC96] */
export const tokenSecrets: LoopDefinition = {
  name: 'serviceaccount-token',
  account: 'tokens-controller',
  user: 'system:kube-controller-manager',
  start({ informers, queue }) {
    const secrets = informers.of<Secret>('/api/v1/secrets')
    const accounts = informers.of<ServiceAccount>('/api/v1/serviceaccounts')
    secrets.onChange((_before, after) => {
      if (after?.type === secretType) queue.add(keyOf(after))
    })
    accounts.onChange((before, after) => {
      const account = after ?? before
      if (account === undefined || (before !== undefined && after !== undefined)) return
      for (const secret of secrets.inNamespace(account.metadata.namespace ?? ''))
        if (secret.type === secretType && accountOf(secret) === keyOf(account)) queue.add(keyOf(secret))
    })
    return async (key, loop) => {
      const secret = secrets.get(key)
      if (secret === undefined) return
      try {
        await sync(loop, secret, accounts)
      } catch (error) {
        if (!(error instanceof Refusal) || error.status.code === 409) throw error
      }
    }
  },
}

async function sync(loop: Loop, secret: Secret, accounts: Informer<ServiceAccount>): Promise<void> {
  const { namespace, name, uid, annotations = {} } = secret.metadata
  const path = pathOf('/api/v1', 'secrets', namespace, name)
  const account = accounts.get(accountOf(secret))
  const wanted = annotations[uidAnnotation] ?? ''
  if (account === undefined || (wanted !== '' && wanted !== account.metadata.uid)) {
    await loop.client.delete(path, { preconditions: { uid } })
    return
  }
  if (isWhole(secret, loop)) return
  const token = secret.data?.['token'] ?? encoded(await tokenFor(loop, secret, account))
  await loop.client.update(path, {
    ...secret,
    metadata: { ...secret.metadata, annotations: { ...annotations, [uidAnnotation]: account.metadata.uid ?? '' } },
    data: { ...secret.data, ...certificates(loop), namespace: encoded(namespace ?? ''), token },
  })
}

const certificates = ({ rootCertificates = '' }: Loop): { readonly [field: string]: string } =>
  rootCertificates === '' ? {} : { 'ca.crt': encoded(rootCertificates) }

/** True if a Secret has all that a client needs. */
const isWhole = ({ metadata, data = {} }: Secret, { rootCertificates = '' }: Loop): boolean =>
  metadata.annotations?.[uidAnnotation] !== undefined &&
  ['token', 'namespace'].every((field) => (data[field] ?? '') !== '') &&
  (rootCertificates === '' || (data['ca.crt'] ?? '') !== '')

const encoded = (text: string): string => encodeBase64(new TextEncoder().encode(text))

/** Requests a token that is valid as long as the Secret exists. */
async function tokenFor({ client }: Loop, secret: Secret, account: ServiceAccount): Promise<string> {
  const { name, uid } = secret.metadata
  const path = `${pathOf('/api/v1', 'serviceaccounts', account.metadata.namespace, account.metadata.name)}/token`
  const boundObjectRef = { kind: 'Secret', apiVersion: 'v1', name, uid }
  const { status } = await client.create(path, { spec: { expirationSeconds: secondsMax, boundObjectRef } })
  const token = isObject(status) ? status['token'] : undefined
  return textOf(token)
}
