import type { BuiltInTypes } from './served-types.ts'
import type { FeatureGates } from '#server/features/feature-gates.ts'
import { createRuntimeConfig, type ServedVersions } from '#server/features/runtime-config.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'

interface Choice {
  readonly features: FeatureGates
  /** The text of `--runtime-config`. */
  readonly runtimeConfig?: string | undefined
  readonly all: readonly ResourceDefinition[]
}

/**
 * Returns the types whose feature gate is enabled and whose version is turned on. @throws RuntimeConfigError [FG8]
 * [FL2]
 */
export function builtInTypes({ features, runtimeConfig = '', all }: Choice): BuiltInTypes {
  const runtime = createRuntimeConfig(runtimeConfig, versionsOf(all))
  const chosen = runtimeConfig === '' ? all : all.filter((each) => runtime.isServed(each))
  return {
    definitions: () => chosen.filter(({ feature }) => feature === undefined || features.enabled(feature)),
    onChange: features.onChange,
  }
}

function versionsOf(all: readonly ResourceDefinition[]): ServedVersions {
  const found = new Map<string, Set<string>>()
  for (const { group, version } of all) found.set(group, (found.get(group) ?? new Set<string>()).add(version))
  return found
}
