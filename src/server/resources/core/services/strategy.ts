import { dns1035LabelName } from '#api/names.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import type { Service } from '#server/kinds/types/core-v1.ts'
import { defaultService } from './defaults.ts'
import { alignClusterIPs, carryOver } from './type-transition.ts'
import { validateServiceUpdate } from './validation-update.ts'
import { validateService, validateServiceStatus } from './validation.ts'
import { warnOfService, warnOfStatus } from './warnings.ts'

const shared = {
  default: defaultService,
  metadataOnUpdate: 'whole' as const,
  allowCreateOnUpdate: true,
  validateName: dns1035LabelName,
  validate: validateService,
}

export const strategy: Strategy<Service> = {
  ...shared,
  prepareForCreate(next) {
    next.status = { loadBalancer: {} }
    next.spec ??= {}
    alignClusterIPs(next.spec, null)
  },
  prepareForUpdate(next, live) {
    next.status = live.status
    carryOver(next, live)
  },
  validateUpdate: validateServiceUpdate,
  warnings: warnOfService,
}

export const statusStrategy: Strategy<Service> = {
  ...shared,
  metadataOnUpdate: 'changes',
  allowCreateOnUpdate: false,
  prepareForUpdate(next, live) {
    next.spec = live.spec
  },
  validateUpdate: validateServiceStatus,
  warnings: warnOfStatus,
}
