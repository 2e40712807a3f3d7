import type { BuiltInTypes } from './custom-resources/served-types.ts'
import type { FeatureGates } from './features/feature-gates.ts'
import type { ResourceDefinition } from './registry/resource-definition.ts'
import { resourceDefinitions } from './resources/index.ts'

/** Those types of `all` whose feature is on; by default of every built-in type. [FG8] */
export const builtInTypes = (
  features: FeatureGates,
  all: readonly ResourceDefinition[] = resourceDefinitions,
): BuiltInTypes => ({
  definitions: () => all.filter(({ feature }) => feature === undefined || features.enabled(feature)),
  onChange: features.onChange,
})
