import { toApiVersion } from '#api/group-version-resource.ts'
import { type Json, type JsonObject, cloneJson, emptyObject, isObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { StructField, StructSchema } from '#schema/schema.ts'
import type { Atom } from '#server/merge/apply/atom.ts'
import { atomOfSchema } from '#server/merge/apply/schema.ts'
import { atomOfCustomResource } from '#server/merge/apply/structural.ts'
import type { Conversion, ResourceDefinition } from '#server/registry/resource-definition.ts'
import { compareVersions } from '#server/registry/resource-table.ts'
import type { Subresource } from '#server/registry/subresource.ts'
import { metaV1 } from '#server/kinds/schemas/meta-v1.ts'
import { viewVerbs } from '#server/resources/parts/resource-verbs.ts'
import type { CustomResourceDefinition, CustomResourceDefinitionVersion } from '#server/kinds/types/apiextensions-v1.ts'
import { applyStructuralDefaults } from '#server/structural/default-values.ts'
import { prune } from '#server/structural/prune.ts'
import type { StructuralSchema } from '#server/structural/structural-schema.ts'
import type { Convert } from './conversion-webhook.ts'
import { customColumns } from './custom-columns.ts'
import { customScale } from './custom-scale.ts'
import {
  coerceEmbedded,
  pruneDefaulted,
} from '#server/resources/apiextensions/customresourcedefinitions/embedded-resources.ts'
import { type CustomKind, customStatusStrategy, customStrategy } from './custom-strategy.ts'
import { parseJsonPath, valuesAt } from './json-path.ts'

/** Returns the served versions of a definition as resource types, the storage version first. [CRD3] */
export function customDefinitions(
  crd: CustomResourceDefinition,
  { which = 'served', convert = null }: { readonly which?: 'served' | 'all'; readonly convert?: Convert | null } = {},
): readonly ResourceDefinition[] {
  const versions = crd.spec?.versions ?? []
  const stored = versions.find(({ storage }) => storage === true)
  if (stored === undefined) return []
  const served = versions.filter(({ served: isServed }) => which === 'all' || isServed === true)
  return served
    .toSorted((a, b) => Number(b === stored) - Number(a === stored))
    .map((version) => customDefinition(crd, { version, stored, convert }))
}

function customDefinition(
  crd: CustomResourceDefinition,
  {
    version,
    stored,
    convert,
  }: {
    readonly version: CustomResourceDefinitionVersion
    readonly stored: CustomResourceDefinitionVersion
    readonly convert: Convert | null
  },
): ResourceDefinition {
  const { group = '', scope } = crd.spec ?? {}
  const names = namesOf(crd)
  const schema = version.schema?.openAPIV3Schema ?? {}
  const isTerminating = crd.metadata.deletionTimestamp !== undefined
  const custom = customKind(schema, version)
  const apiVersion = versionOf(crd, version)
  const storedVersion = versionOf(crd, stored)
  const schemas = schemasOf(crd)
  const warning = deprecation(crd, version)
  return {
    group,
    version: version.name ?? '',
    ...names,
    namespaced: scope === 'Namespaced',
    verbs: customVerbs,
    schema: customSchema(schema, `${group}.${version.name ?? ''}.${names.kind}`),
    strategy: customStrategy(custom),
    ...(isTerminating && { createForbidden: 'create not allowed while custom resource definition is terminating' }),
    subresources: subresourcesOf(version, custom),
    columns: customColumns(version.additionalPrinterColumns ?? []),
    selectableFields: selectableFields(version),
    storage: {
      group,
      resource: names.resource,
      fromStorage: (object) => fromStorage(schemas, apiVersion, object),
      toStorage: (object) => (convert === null ? prunedTo(schemas, storedVersion, object) : object),
    },
    ...(convert !== null && { conversion: conversionBy(convert, { schemas, apiVersion, storedVersion }) }),
    mergeAtom: customAtom(schema),
    published: { schema, selectableFields: (version.selectableFields ?? []).map(({ jsonPath = '' }) => jsonPath) },
    typedItems: true,
    ...(warning !== undefined && { deprecationWarning: warning }),
  }
}

/** Returns the schema and subresources of a version of a definition. */
export function customKind(
  schema: StructuralSchema,
  { subresources = {} }: CustomResourceDefinitionVersion,
): CustomKind {
  const { status, scale } = subresources
  return { schema, hasStatus: status !== undefined, ...(scale !== undefined && { scale }) }
}

const versionOf = ({ spec }: CustomResourceDefinition, { name = '' }: CustomResourceDefinitionVersion): string =>
  toApiVersion({ group: spec?.group ?? '', version: name })

type Names = Pick<ResourceDefinition, 'resource' | 'singular' | 'kind' | 'listKind' | 'shortNames' | 'categories'>

function namesOf({ status }: CustomResourceDefinition): Names {
  const {
    plural = '',
    singular = '',
    kind = '',
    listKind = '',
    shortNames = [],
    categories = [],
  } = status?.acceptedNames ?? {}
  return {
    resource: plural,
    singular,
    kind,
    listKind,
    ...(shortNames.length > 0 && { shortNames }),
    ...(categories.length > 0 && { categories }),
  }
}

function subresourcesOf({ subresources }: CustomResourceDefinitionVersion, custom: CustomKind): readonly Subresource[] {
  const found: Subresource[] = []
  if (subresources?.status !== undefined)
    found.push({ type: 'view', name: 'status', verbs: viewVerbs, strategy: customStatusStrategy(custom) })
  if (subresources?.scale !== undefined) found.push(customScale(subresources.scale))
  return found
}

/** In the order of the reference. */
const customVerbs: ResourceDefinition['verbs'] = [
  'delete',
  'deletecollection',
  'get',
  'list',
  'patch',
  'create',
  'update',
  'watch',
]

const pointer = { pointer: true, omitEmpty: true, required: false }
const text: StructField['schema'] = { type: 'scalar', scalar: 'string' }

/**
 * Returns the schema of a custom kind: the common type and metadata fields; all others are kept as sent, except that
 * undeclared ones are pruned.
 */
function customSchema(schema: StructuralSchema, name: string): StructSchema {
  const metadata = metaV1.schema('ObjectMeta')
  return {
    type: 'struct',
    name,
    fields: new Map<string, StructField>([
      ['kind', { name: 'kind', schema: text, ...pointer, pointer: false }],
      ['apiVersion', { name: 'apiVersion', schema: text, ...pointer, pointer: false }],
      ['metadata', { name: 'metadata', schema: metadata, ...pointer, pointer: false }],
    ]),
    rest: (members) => [...prune(schema, members, true), ...coerceEmbedded(schema, members)],
  }
}

/** The schemas of all versions by apiVersion, including versions that are not served. */
type Schemas = ReadonlyMap<string, StructuralSchema>

const schemasOf = (crd: CustomResourceDefinition): Schemas =>
  new Map((crd.spec?.versions ?? []).map((version) => [versionOf(crd, version), version.schema?.openAPIV3Schema ?? {}]))

/**
 * Converts a stored object to a version: with the defaults of its storage version, without fields that either version
 * does not declare. [CRD7]
 */
function fromStorage(schemas: Schemas, apiVersion: string, stored: ApiObject): ApiObject {
  const before = schemas.get(stored.apiVersion ?? '') ?? {}
  const { metadata, kind, apiVersion: _stored, ...rest } = stored
  const members = cloneJson(rest as JsonObject)
  prune(before, members, true)
  applyStructuralDefaults(before, members)
  pruneDefaulted(before, members)
  return prunedOwn(schemas, apiVersion, { metadata, kind }, members)
}

/**
 * Returns the conversion between versions. Objects are pruned and defaulted by the schema of their source version, and
 * pruned by that of the target version. The webhook is called only if the versions differ. [CNV1]
 */
function conversionBy(
  convert: Convert,
  {
    schemas,
    apiVersion,
    storedVersion,
  }: { readonly schemas: Schemas; readonly apiVersion: string; readonly storedVersion: string },
): Conversion {
  const to = async (object: ApiObject, wanted: string): Promise<ApiObject> =>
    prunedTo(schemas, wanted, object.apiVersion === wanted ? object : await convert(object, wanted))
  return {
    toShown: (stored) => to(fromStorage(schemas, stored.apiVersion ?? '', stored), apiVersion),
    toStored: (object) => to(object, storedVersion),
    to,
  }
}

/** Converts an object to a version: undeclared fields are pruned, and no defaults are set. */
function prunedTo(schemas: Schemas, apiVersion: string, object: ApiObject): ApiObject {
  const { metadata, kind, apiVersion: _before, ...rest } = object
  return prunedOwn(schemas, apiVersion, { metadata, kind }, cloneJson(rest as JsonObject))
}

/** Prunes `members` in place. */
function prunedOwn(
  schemas: Schemas,
  apiVersion: string,
  { metadata, kind }: { readonly metadata: ApiObject['metadata']; readonly kind: string | undefined },
  members: JsonObject,
): ApiObject {
  prune(schemas.get(apiVersion) ?? {}, members, true)
  const shown: JsonObject = emptyObject()
  Object.assign(shown, { apiVersion, kind, metadata }, members)
  return shown as ApiObject
}

/** Returns the merge schema, including that of the fields of all objects. */
const customAtom = (schema: StructuralSchema): Atom =>
  atomOfCustomResource(schema, atomOfSchema(metaV1.schema('ObjectMeta')))

function selectableFields(
  version: CustomResourceDefinitionVersion,
): NonNullable<ResourceDefinition['selectableFields']> {
  const found: Record<string, (object: ApiObject) => string> = {}
  for (const { jsonPath = '' } of version.selectableFields ?? []) {
    const steps = parseJsonPath(jsonPath)
    if (steps === null) continue
    found[jsonPath.replace(/^\./, '')] = (object) => textAt(valuesAt(object as Json, steps)[0])
  }
  return found
}

const textAt = (value: Json | undefined): string =>
  value === undefined || value === null || isObject(value) || Array.isArray(value) ? '' : String(value)

/** Returns the warning of a deprecated version: its own text, or the version that replaces it. */
function deprecation(crd: CustomResourceDefinition, version: CustomResourceDefinitionVersion): string | undefined {
  if (version.deprecated !== true) return undefined
  if (version.deprecationWarning !== undefined) return version.deprecationWarning
  const kind = crd.spec?.names?.kind ?? ''
  const [better] = (crd.spec?.versions ?? [])
    .filter(({ served, deprecated }) => served === true && deprecated !== true)
    .toSorted((a, b) => compareVersions(a.name ?? '', b.name ?? ''))
  const plain = `${versionOf(crd, version)} ${kind} is deprecated`
  return better === undefined ? plain : `${plain}; use ${versionOf(crd, better)} ${kind}`
}
