import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { componentstatuses } from './componentstatuses/definition.ts'
import { configmaps } from './configmaps/definition.ts'
import { endpoints } from './endpoints/definition.ts'
import { endpointslices } from './endpointslices/definition.ts'
import { events, newEvents } from './events/definition.ts'
import { limitranges } from './limitranges/definition.ts'
import { namespaces } from './namespaces/definition.ts'
import { nodes } from './nodes/definition.ts'
import { persistentvolumeclaims } from './persistentvolumeclaims/definition.ts'
import { persistentvolumes } from './persistentvolumes/definition.ts'
import { resourcequotas } from './resourcequotas/definition.ts'
import { secrets } from './secrets/definition.ts'
import { serviceaccounts } from './serviceaccounts/definition.ts'
import { services } from './services/definition.ts'

/** Kinds of core/v1 without pods and their templates, and the kinds that share their stories. */
export const core: readonly ResourceDefinition[] = [
  componentstatuses,
  configmaps,
  endpoints,
  endpointslices,
  events,
  newEvents,
  limitranges,
  namespaces,
  nodes,
  persistentvolumeclaims,
  persistentvolumes,
  resourcequotas,
  secrets,
  serviceaccounts,
  services,
]
