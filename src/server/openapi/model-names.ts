import type { ResourceDefinition } from '#server/registry/resource-definition.ts'

const packages: ReadonlyMap<string, string> = new Map([
  ['meta', 'io.orch.apimachinery.pkg.apis.meta'],
  ['version', 'io.orch.apimachinery.pkg.version'],
  ['apiextensions', 'io.orch.apiextensions-apiserver.pkg.apis.apiextensions'],
  ['apiregistration', 'io.orch.kube-aggregator.pkg.apis.apiregistration'],
])

/** Returns the model name of a type: `io.orch.api.apps.v1.Deployment` for `apps.v1.Deployment`. [OA3] */
export function modelName(typeName: string): string {
  const [group = '', ...rest] = typeName.split('.')
  const prefix = packages.get(group) ?? `io.orch.api.${group}`
  // The only type of its package, which has no version.
  return group === 'version' ? `${prefix}.${rest.at(-1) ?? ''}` : `${prefix}.${rest.join('.')}`
}

/** Models of custom kinds are named by their reversed group: `com.example.stable.v1.CronTab`. [OA6] */
export const customModelName = (
  { group, version }: Pick<ResourceDefinition, 'group' | 'version'>,
  kind: string,
): string => `${group.split('.').toReversed().join('.')}.${version}.${kind}`

/** A reference to a model while a document is built. Each document version writes it in its own form. */
export const refOf = (model: string): string => `#/components/schemas/${model}`

export const definitionsRef = (ref: string): string => ref.replace('#/components/schemas/', '#/definitions/')
