import type { Access } from '#server/auth/access.ts'
import type { ResourceTable } from '#server/registry/resource-table.ts'
import { escalationCheck } from './escalation-check.ts'
import { paramAccessCheck } from './param-access-check.ts'
import type { AdmissionPlugin } from './chain/plugin.ts'
import { certificateApproval, certificateSigning } from './signer-check.ts'

/** The checks of rights that depend on the content of an object. */
export const accessChecks = (access: Access, resources: () => ResourceTable): readonly AdmissionPlugin[] => [
  certificateApproval(access),
  certificateSigning(access),
  paramAccessCheck(access, () => resources().definitions),
  escalationCheck(access),
]
