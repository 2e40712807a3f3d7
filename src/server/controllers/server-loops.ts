import type { Controller, ControllerHost } from '#server/controllers/shared/controller.ts'
import { startApiServiceAvailability } from './api-service-availability.ts'
import { startApiServiceController } from './api-services.ts'
import { startFlowSchemaConditions } from './flow-schema-conditions.ts'
import { startGarbageCollector } from './garbage-collector/garbage-collector.ts'
import type { ServerLoopName } from './loop-names.ts'
import { startAccountController, startRootCaPublisher } from './namespace-objects.ts'
import { startNamespaceController } from './namespace-controller.ts'
import { startPolicyTypeCheck } from './policy-types.ts'
import { startQuotaController } from './quota-controller.ts'
import { startRoleAggregation } from './role-aggregation.ts'
import { startServiceAddressController } from './service-addresses.ts'
import { startAttributesClassProtection, startClaimProtection, startVolumeProtection } from './storage-protection.ts'

/** The loops of the server itself. This module is loaded when the first of them starts. */
export const serverLoops: Readonly<Record<ServerLoopName, (host: ControllerHost) => Controller>> = {
  namespace: startNamespaceController,
  'garbage-collector': startGarbageCollector,
  'api-services': startApiServiceController,
  'api-service-availability': startApiServiceAvailability,
  'service-addresses': startServiceAddressController,
  resourcequota: startQuotaController,
  'clusterrole-aggregation': startRoleAggregation,
  'flow-schemas': startFlowSchemaConditions,
  'persistentvolumeclaim-protection': startClaimProtection,
  'persistentvolume-protection': startVolumeProtection,
  'volumeattributesclass-protection': startAttributesClassProtection,
  'validatingadmissionpolicy-status': startPolicyTypeCheck,
  serviceaccount: startAccountController,
  'root-ca-certificate-publisher': startRootCaPublisher,
}
