import { own } from '#api/json.ts'
import { dns1123SubdomainName } from '#api/names.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import type { ServiceAccount } from '#server/kinds/types/core-v1.ts'

const enforceAnnotation = 'orch.io/enforce-mountable-secrets'

/** Secrets are in the namespace of the account, so that all but their names is dropped. [SA1] */
function keepSecretNames(next: ServiceAccount): void {
  if (next.secrets !== undefined) next.secrets = next.secrets.map(({ name }) => ({ name }))
}

export const strategy: Strategy<ServiceAccount> = {
  metadataOnUpdate: 'whole',
  validateName: dns1123SubdomainName,
  prepareForCreate: keepSecretNames,
  prepareForUpdate: keepSecretNames,
  validate: () => [],
  validateUpdate: () => [],
  warnings(next, live) {
    const isOld = own(live?.metadata.annotations, enforceAnnotation) !== undefined
    if (isOld || own(next.metadata.annotations, enforceAnnotation) === undefined) return []
    return [
      `metadata.annotations[${enforceAnnotation}]: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets`,
    ]
  },
}
