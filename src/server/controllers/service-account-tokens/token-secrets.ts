import { Refusal } from '#client/refusal.ts'
import type { Secret, ServiceAccount } from '#server/kinds/types/core-v1.ts'
import type { LoopDefinition } from '#server/controllers/shared/life-loop.ts'
import { keyOf, pathOf } from '#server/controllers/shared/owners.ts'

const secretType = 'orch.io/service-account-token'
const nameAnnotation = 'orch.io/service-account.name'

/** Deletes token Secrets whose service account is gone. [LC96] */
export const tokenSecrets: LoopDefinition = {
  name: 'serviceaccount-token',
  account: 'tokens-controller',
  user: 'system:kube-controller-manager',
  start({ informers, queue }) {
    const secrets = informers.of<Secret>('/api/v1/secrets')
    const accounts = informers.of<ServiceAccount>('/api/v1/serviceaccounts')
    const accountOf = ({ metadata }: Secret): string =>
      `${metadata.namespace ?? ''}/${metadata.annotations?.[nameAnnotation] ?? ''}`
    secrets.onChange((_before, after) => {
      if (after?.type === secretType) queue.add(keyOf(after))
    })
    accounts.onChange((before, after) => {
      if (after !== undefined || before === undefined) return
      for (const secret of secrets.inNamespace(before.metadata.namespace ?? ''))
        if (secret.type === secretType && accountOf(secret) === keyOf(before)) queue.add(keyOf(secret))
    })
    return async (key, { client }) => {
      const secret = secrets.get(key)
      if (secret === undefined || accounts.get(accountOf(secret)) !== undefined) return
      const { namespace, name, uid } = secret.metadata
      try {
        await client.delete(pathOf('/api/v1', 'secrets', namespace, name), { preconditions: { uid } })
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
      }
    }
  },
}
