import type { BuiltInTypes } from './served-types.ts'
import type { FeatureGates } from '#server/features/feature-gates.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { resourceDefinitions } from '#server/resources/index.ts'

/** Returns the types of `all` whose feature gate is enabled; by default of all built-in types. [FG8] */
export const builtInTypes = (
  features: FeatureGates,
  all: readonly ResourceDefinition[] = resourceDefinitions,
): BuiltInTypes => ({
  definitions: () => all.filter(({ feature }) => feature === undefined || features.enabled(feature)),
  onChange: features.onChange,
})
