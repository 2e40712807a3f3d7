import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { apiservices } from './apiservices/definition.ts'
import { certificatesigningrequests } from './certificatesigningrequests/definition.ts'
import { csidrivers } from './csidrivers/definition.ts'
import { csinodes } from './csinodes/definition.ts'
import { csistoragecapacities } from './csistoragecapacities/definition.ts'
import { deviceclasses } from './deviceclasses/definition.ts'
import { flowschemas } from './flowschemas/definition.ts'
import { ipaddresses } from './ipaddresses/definition.ts'
import { prioritylevelconfigurations } from './prioritylevelconfigurations/definition.ts'
import { resourceclaims } from './resourceclaims/definition.ts'
import { resourceclaimtemplates } from './resourceclaimtemplates/definition.ts'
import { resourceslices } from './resourceslices/definition.ts'
import { runtimeclasses } from './runtimeclasses/definition.ts'
import { servicecidrs } from './servicecidrs/definition.ts'
import { volumeattachments } from './volumeattachments/definition.ts'
import { volumeattributesclasses } from './volumeattributesclasses/definition.ts'

/** Kinds by which a cluster runs itself: who serves, signs and attaches, and with what. */
export const infrastructure: readonly ResourceDefinition[] = [
  apiservices,
  certificatesigningrequests,
  csidrivers,
  csinodes,
  csistoragecapacities,
  deviceclasses,
  flowschemas,
  ipaddresses,
  prioritylevelconfigurations,
  resourceclaims,
  resourceclaimtemplates,
  resourceslices,
  runtimeclasses,
  servicecidrs,
  volumeattachments,
  volumeattributesclasses,
]
