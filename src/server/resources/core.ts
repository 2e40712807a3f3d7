import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { configmaps } from './configmaps/definition.ts'
import { namespaces } from './namespaces/definition.ts'
import { secrets } from './secrets/definition.ts'

/** Kinds of core/v1 without pods and their templates, and the kinds that share their stories. */
export const core: readonly ResourceDefinition[] = [configmaps, namespaces, secrets]
