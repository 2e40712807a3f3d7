import { dns1123SubdomainName } from '#api/names.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { roundAmounts } from '#server/resources/parts/validation/amount-maps.ts'
import type { ResourceQuota } from '#server/kinds/types/core-v1.ts'
import { validateQuota, validateQuotaStatus, validateQuotaUpdate } from './validation.ts'

const shared = {
  default(next: ResourceQuota): void {
    for (const map of [next.spec?.hard, next.status?.hard, next.status?.used]) roundAmounts(map)
  },
  validateName: dns1123SubdomainName,
  validate: validateQuota,
}

export const strategy: Strategy<ResourceQuota> = {
  ...shared,
  prepareForCreate(next) {
    next.status = {}
  },
  prepareForUpdate(next, live) {
    next.status = live.status
  },
  validateUpdate: validateQuotaUpdate,
}

export const statusStrategy: Strategy<ResourceQuota> = {
  ...shared,
  prepareForUpdate(next, live) {
    next.spec = live.spec
  },
  validateUpdate: validateQuotaStatus,
}
