import type { ApiClient } from '#client/api-client.ts'
import { Refusal } from '#client/refusal.ts'
import { documentType, type DocumentSchemas, type KindId } from '#expressions/document-type.ts'
import type { CheckedKind } from '#expressions/type-warnings.ts'

interface Rule {
  readonly apiGroups?: readonly string[]
  readonly apiVersions?: readonly string[]
  readonly resources?: readonly string[]
}

/** The fields of a policy that name kinds. */
export interface MatchedSpec {
  readonly paramKind?: { readonly apiVersion?: string; readonly kind?: string }
  readonly matchConstraints?: { readonly resourceRules?: readonly Rule[] }
}

/** The number of resources per rule that are checked, as in the reference. */
const kindsMax = 10

const sorted = (list: readonly string[]): readonly string[] => list.toSorted()
const hasWildcard = (list: readonly string[]): boolean => list.some((each) => each.includes('*'))

/**
 * Returns the kinds that a policy names, in order. Rules with a wildcard among groups or versions are not checked, nor
 * are wildcards and subresources among resources. A rule that names more kinds than are checked ends the list.
 */
export async function matchedKinds(client: ApiClient, { matchConstraints }: MatchedSpec): Promise<readonly KindId[]> {
  const found = new Map<string, KindId>()
  for (const rule of matchConstraints?.resourceRules ?? []) {
    const kinds = await kindsOfRule(client, rule)
    for (const id of kinds.slice(0, kindsMax)) found.set(sortKey(id), id)
    if (kinds.length >= kindsMax) break
  }
  return [...found].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, id]) => id)
}

async function kindsOfRule(client: ApiClient, rule: Rule): Promise<readonly KindId[]> {
  const { apiGroups = [], apiVersions = [], resources = [] } = rule
  if (hasWildcard(apiGroups) || hasWildcard(apiVersions)) return []
  const names = sorted(resources.filter((each) => !each.includes('/') && !each.includes('*')))
  if (names.length === 0) return []
  const places = sorted(apiGroups).flatMap((group) => sorted(apiVersions).map((version) => ({ group, version, names })))
  return (await Promise.all(places.map((place) => kindsNamed(client, place)))).flat()
}

const sortKey = ({ group, version, kind }: KindId): string => `${group} ${version} ${kind}`

interface Named {
  readonly group: string
  readonly version: string
  readonly names: readonly string[]
}

interface Discovered {
  readonly resources?: readonly { readonly name: string; readonly singularName?: string; readonly kind: string }[]
}

/** Finds resources by plural or singular. The empty group stands for every group with that version. */
async function kindsNamed(client: ApiClient, { group, version, names }: Named): Promise<readonly KindId[]> {
  const groups = group === '' ? ['', ...(await groupsWith(client, version))] : [group]
  const answers = await Promise.all(groups.map((each) => readOrNull<Discovered>(client, groupPath(each, version))))
  return names.flatMap((name) =>
    answers.flatMap((answer, at) => {
      const resource = answer?.resources?.find(isCalled(name.toLowerCase()))
      return resource === undefined ? [] : [{ group: groups[at] ?? '', version, kind: resource.kind }]
    }),
  )
}

const isCalled =
  (name: string) =>
  (resource: { readonly name: string; readonly singularName?: string }): boolean =>
    resource.name === name || resource.singularName === name

interface Groups {
  readonly groups?: readonly { readonly name: string; readonly versions: readonly { readonly version: string }[] }[]
}

const groupsWith = async (client: ApiClient, wanted: string): Promise<readonly string[]> =>
  ((await readOrNull<Groups>(client, '/apis'))?.groups ?? [])
    .filter(({ versions }) => versions.some(({ version }) => version === wanted))
    .map(({ name }) => name)

const groupPath = (group: string, version: string): string =>
  group === ''
    ? `/api/${encodeURIComponent(version)}`
    : `/apis/${encodeURIComponent(group)}/${encodeURIComponent(version)}`

/** Returns the kind of a policy's parameters; `null` if it has none. */
export function parameterKind({ paramKind }: MatchedSpec): KindId | null {
  if (paramKind === undefined) return null
  const { apiVersion = '', kind = '' } = paramKind
  const [version = '', group = ''] = apiVersion.split('/', 2).toReversed()
  return { group, version, kind }
}

/** Returns the kinds whose types are published. Others are not checked. */
export async function typedKinds(client: ApiClient, kinds: readonly KindId[]): Promise<readonly CheckedKind[]> {
  const documents = new Map<string, DocumentSchemas>()
  const typed: CheckedKind[] = []
  for (const id of kinds) {
    const path = `/openapi/v3${groupPath(id.group, id.version)}`
    const schemas = documents.get(path) ?? (await schemasAt(client, path))
    documents.set(path, schemas)
    const type = documentType(schemas, id)
    if (type !== null) typed.push({ id, type })
  }
  return typed
}

interface Document {
  readonly components?: { readonly schemas?: DocumentSchemas }
}

const schemasAt = async (client: ApiClient, path: string): Promise<DocumentSchemas> =>
  (await readOrNull<Document>(client, path))?.components?.schemas ?? {}

async function readOrNull<Value>(client: ApiClient, path: string): Promise<Value | null> {
  try {
    return await client.get<Value>(path)
  } catch (error) {
    if (error instanceof Refusal && error.status.code === 404) return null
    throw error
  }
}
