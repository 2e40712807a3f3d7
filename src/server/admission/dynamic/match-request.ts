import { internalError, notFound } from '#api/api-error.ts'
import type { ApiError } from '#api/api-error.ts'
import { matchesLabels } from '#api/selectors/label-selector.ts'
import { type LabelSelectorObject, toLabelSelector } from '#api/selectors/label-selector-object.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import type { Attributes, Operation } from '#server/admission/chain/attributes.ts'
import type { AdmissionReader } from '#server/admission/chain/plugin.ts'
import type { Rule, Selectors } from './registered.ts'

const namespaces = { group: '', resource: 'namespaces' }
export const registrationGroup = 'admissionregistration.orch.io'

export const allOperations: ReadonlySet<Operation> = new Set(['CREATE', 'UPDATE', 'DELETE', 'CONNECT'])
/** The operations to which mutating policies apply. */
export const policyOperations: ReadonlySet<Operation> = new Set(['CREATE', 'UPDATE', 'CONNECT'])

/**
 * Webhooks are not called for webhook configurations and policies: otherwise a bad one could not be removed. [DA8]
 */
export const isExempt = ({ definition }: Attributes): boolean => definition.group === registrationGroup

/** Policies do not apply to policies and their bindings. They do apply to webhook configurations. [DA8] */
export const isExemptFromPolicies = (attributes: Attributes): boolean =>
  isExempt(attributes) && !attributes.definition.resource.endsWith('webhookconfigurations')

/** Reports whether a rule matches a request, seen as a request for `definition`'s group and version. [DA3] */
export function matchesRule(rule: Rule, attributes: Attributes, definition: ResourceDefinition): boolean {
  const { operations = [], apiGroups = [], apiVersions = [] } = rule
  return (
    hasOrStar(operations, attributes.operation) &&
    hasOrStar(apiGroups, definition.group) &&
    hasOrStar(apiVersions, definition.version) &&
    (rule.resources ?? []).some((text) => matchesResource(text, definition.resource, attributes.subresource)) &&
    matchesScope(rule.scope ?? '*', attributes, definition)
  )
}

const hasOrStar = (list: readonly string[], word: string): boolean => list.includes('*') || list.includes(word)

function matchesResource(text: string, resource: string, subresource: string): boolean {
  const slash = text.indexOf('/')
  const [wanted, part] = slash < 0 ? [text, ''] : [text.slice(0, slash), text.slice(slash + 1)]
  return (wanted === '*' || wanted === resource) && (part === '*' || part === subresource)
}

/** A namespace is cluster-scoped, although requests for it carry its name as their namespace. */
function matchesScope(scope: string, { namespace }: Attributes, definition: ResourceDefinition): boolean {
  if (scope === '*') return true
  const isCluster = namespace === '' || (definition.group === '' && definition.resource === 'namespaces')
  return scope === 'Cluster' ? isCluster : scope === 'Namespaced' && !isCluster
}

/** Returns the other types that share the stored objects, such as other versions of a custom resource. */
export function equivalentsOf(
  definition: ResourceDefinition,
  definitions: readonly ResourceDefinition[],
): readonly ResourceDefinition[] {
  const kept = storageOf(definition)
  return definitions.filter((each) => each !== definition && storageOf(each) === kept)
}

const storageOf = ({ storage, group, resource }: ResourceDefinition): string =>
  `${storage?.group ?? group}/${storage?.resource ?? resource}`

/** The result of evaluating a selector. An error counts only if everything else matches. */
export type SelectorMatch = boolean | ApiError

/** Reports whether the namespaceSelector matches the request's namespace. Cluster-scoped objects always match. */
export async function matchesNamespace(
  { namespaceSelector }: Selectors,
  attributes: Attributes,
  reader: AdmissionReader,
): Promise<SelectorMatch> {
  const { namespace, definition, subresource, operation, object } = attributes
  const isNamespaces = definition.resource === 'namespaces'
  if (namespace === '' && !isNamespaces) return true
  const selector = parse(namespaceSelector)
  if (selector.length === 0) return true
  if (isNamespaces && subresource === '' && (operation === 'CREATE' || operation === 'UPDATE'))
    return matchesLabels(selector, object?.metadata.labels)
  const found = await reader.get(namespaces, '', namespace)
  return found === null ? notFound(namespaces, namespace) : matchesLabels(selector, found.metadata.labels)
}

/** Reports whether the objectSelector matches the new or the old object. */
export function matchesObject({ objectSelector }: Selectors, { object, live }: Attributes): boolean {
  const selector = parse(objectSelector)
  const has = (each: ApiObject | null): boolean => each !== null && matchesLabels(selector, each.metadata?.labels)
  return selector.length === 0 || has(object) || has(live)
}

const parsed = new WeakMap<LabelSelectorObject, ReturnType<typeof toLabelSelector>>()

function parse(selector: LabelSelectorObject | undefined): NonNullable<ReturnType<typeof toLabelSelector>> {
  if (selector === undefined) return []
  let known = parsed.get(selector)
  if (known === undefined) {
    known = toLabelSelector(selector)
    parsed.set(selector, known)
  }
  if (known === null) throw internalError('a selector is missing')
  return known
}
