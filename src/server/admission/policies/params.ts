import { type LabelSelectorObject, toLabelSelector } from '#api/selectors/label-selector-object.ts'
import { matchesLabels } from '#api/selectors/label-selector.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import type { Surroundings } from '#server/admission/dynamic/match-resources.ts'
import { objectKind, toVersion } from '#server/admission/dynamic/versioned.ts'
import type { ParamKind } from './policy-parts.ts'
import type { Policy } from './policy.ts'

export interface ParamRef {
  readonly name?: string
  readonly namespace?: string
  readonly selector?: LabelSelectorObject
  readonly parameterNotFoundAction?: string
}

/** A misconfigured policy or binding. The message follows `failed to configure …: `. */
export class ConfigurationError extends Error {}

/**
 * Returns the served type of a policy's parameters; `null` for a policy without parameters. @throws
 * ConfigurationError [VAP8]
 */
export function paramDefinition(
  { paramKind }: Pick<Policy, 'paramKind'>,
  { definitions }: Surroundings,
): ResourceDefinition | null {
  if (paramKind === null) return null
  const { group, version, kind } = words(paramKind)
  const found = definitions().find(
    (each) => each.group === group && each.version === version && each.kind === kind && each.virtual === undefined,
  )
  if (found !== undefined) return found
  throw new ConfigurationError(`failed to find resource referenced by paramKind: '${group}/${version}, Kind=${kind}'`)
}

function words({ apiVersion = '', kind = '' }: ParamKind): Pick<ResourceDefinition, 'group' | 'version' | 'kind'> {
  const slash = apiVersion.indexOf('/')
  return { group: apiVersion.slice(0, Math.max(0, slash)), version: apiVersion.slice(slash + 1), kind }
}

/**
 * Returns the parameters of a binding, one evaluation each: `[null]` if it has none, `[]` if none exist and that is
 * allowed. @throws ConfigurationError [VAP8]
 */
export async function findParams(
  definition: ResourceDefinition | null,
  ref: ParamRef | undefined,
  namespace: string,
  { reader, definitions }: Surroundings,
): Promise<readonly (ApiObject | null)[]> {
  if (definition === null || ref === undefined) return [null]
  const within = paramNamespace(definition, ref, namespace)
  const stored = storedType(definition, definitions())
  const found = await read(stored, ref, within, reader)
  if (found.length === 0 && ref.parameterNotFoundAction === 'Deny')
    throw new ConfigurationError('no params found for policy binding with `Deny` parameterNotFoundAction')
  return Promise.all(found.map((object) => toVersion(object, stored, { definition, kind: objectKind(definition, '') })))
}

function paramNamespace({ namespaced }: ResourceDefinition, ref: ParamRef, namespace: string): string {
  const named = ref.namespace ?? ''
  if (!namespaced) {
    if (named === '') return ''
    throw new ConfigurationError('paramRef.namespace must not be provided for a cluster-scoped `paramKind`')
  }
  if (named !== '') return named
  if (namespace !== '') return namespace
  throw new ConfigurationError('cannot use namespaced paramRef in policy binding that matches cluster-scoped resources')
}

/** Returns the version of the type in which the reader returns objects. */
function storedType(definition: ResourceDefinition, definitions: readonly ResourceDefinition[]): ResourceDefinition {
  const { storage, group, resource } = definition
  const owner = { group: storage?.group ?? group, resource: storage?.resource ?? resource }
  const isOwner = (each: ResourceDefinition): boolean =>
    each.group === owner.group &&
    each.resource === owner.resource &&
    (each.storage === undefined || (each.storage.group === each.group && each.storage.resource === each.resource))
  return definitions.find(isOwner) ?? definition
}

async function read(
  stored: ResourceDefinition,
  { name = '', selector }: ParamRef,
  namespace: string,
  reader: Surroundings['reader'],
): Promise<readonly ApiObject[]> {
  if (name !== '') {
    const found = await reader.get(stored, namespace, name)
    return found === null ? [] : [found]
  }
  const wanted = toLabelSelector(selector) ?? []
  return (await reader.list(stored, namespace)).filter(({ metadata }) => matchesLabels(wanted, metadata.labels))
}
