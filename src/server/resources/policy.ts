import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { clusterrolebindings } from './clusterrolebindings/definition.ts'
import { clusterroles } from './clusterroles/definition.ts'
import { ingressclasses } from './ingressclasses/definition.ts'
import { ingresses } from './ingresses/definition.ts'
import { leases } from './leases/definition.ts'
import { mutatingadmissionpolicies } from './mutatingadmissionpolicies/definition.ts'
import { mutatingadmissionpolicybindings } from './mutatingadmissionpolicybindings/definition.ts'
import { mutatingwebhookconfigurations } from './mutatingwebhookconfigurations/definition.ts'
import { networkpolicies } from './networkpolicies/definition.ts'
import { priorityclasses } from './priorityclasses/definition.ts'
import { reviews } from './reviews.ts'
import { rolebindings } from './rolebindings/definition.ts'
import { roles } from './roles/definition.ts'
import { storageclasses } from './storageclasses/definition.ts'
import { validatingadmissionpolicies } from './validatingadmissionpolicies/definition.ts'
import { validatingadmissionpolicybindings } from './validatingadmissionpolicybindings/definition.ts'
import { validatingwebhookconfigurations } from './validatingwebhookconfigurations/definition.ts'

/** Kinds that say or ask who may do what, who leads, and by which rules traffic, disks and pods go. */
export const policy: readonly ResourceDefinition[] = [
  clusterrolebindings,
  clusterroles,
  ingressclasses,
  ingresses,
  leases,
  mutatingadmissionpolicies,
  mutatingadmissionpolicybindings,
  mutatingwebhookconfigurations,
  networkpolicies,
  priorityclasses,
  ...reviews,
  rolebindings,
  roles,
  storageclasses,
  validatingadmissionpolicies,
  validatingadmissionpolicybindings,
  validatingwebhookconfigurations,
]
