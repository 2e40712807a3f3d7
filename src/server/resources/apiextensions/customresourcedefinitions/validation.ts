import { type FieldError, child, index, invalid, notSupported, required } from '#api/field-error.ts'
import { type JsonObject, deepEqual } from '#api/json.ts'
import { dns1035Label, dns1123Subdomain } from '#api/names.ts'
import { immutable } from '#server/resources/parts/validation/immutable.ts'
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionNames,
  CustomResourceDefinitionSpec,
  CustomResourceDefinitionVersion,
} from '#server/kinds/types/apiextensions-v1.ts'
import { validateApproval } from './approval.ts'
import { validateConversion } from './conversion.ts'
import { validateDeprecation } from './deprecation.ts'
import { formerRules } from './former-rules.ts'
import { internalVersion } from './internal-form.ts'
import { type VersionPaths, validateVersionParts } from './version-parts.ts'

export { formatWarnings } from './version-parts.ts'

/** Validates a definition on create, and on update of `live`. [CRD1] */
export const validateDefinition = (
  next: CustomResourceDefinition,
  live: CustomResourceDefinition | null = null,
): readonly FieldError[] => {
  const { spec = {}, status = {} } = next
  return [
    ...(live === null ? nameErrors(next) : []),
    ...validateSpec(spec, live),
    ...(live === null ? [] : fixedFieldErrors(next, live)),
    ...(live === null ? [] : validateStatusNames(next)),
    ...validateStoredVersions(status.storedVersions ?? [], spec.versions ?? []),
    ...validateApproval(next, live),
    ...(spec.preserveUnknownFields === true
      ? [
          invalid(
            'spec.preserveUnknownFields',
            true,
            'cannot set to true, set x-orch-preserve-unknown-fields to true in spec.versions[*].schema instead',
          ),
        ]
      : []),
  ]
}

function nameErrors({ metadata, spec }: CustomResourceDefinition): readonly FieldError[] {
  const name = metadata.name ?? ''
  const isRight = name === `${spec?.names?.plural ?? ''}.${spec?.group ?? ''}`
  return isRight ? [] : [invalid('metadata.name', name, 'must be spec.names.plural+"."+spec.group')]
}

/** Group and plural are immutable; scope and kind are immutable once objects may exist. [CRD1] */
function fixedFieldErrors(next: CustomResourceDefinition, live: CustomResourceDefinition): readonly FieldError[] {
  const fixed = isEstablished(live) ? [...establishedFields, ...lastingFields] : lastingFields
  return fixed.flatMap(([path, read]) => immutable(read(next.spec), read(live.spec), path))
}

const isEstablished = ({ status }: CustomResourceDefinition): boolean =>
  (status?.conditions ?? []).some((each) => each.type === 'Established' && each.status === 'True')

type Fixed = readonly [path: string, read: (spec: CustomResourceDefinitionSpec | undefined) => string | undefined]

const establishedFields: readonly Fixed[] = [
  ['spec.scope', (spec) => spec?.scope],
  ['spec.names.kind', (spec) => spec?.names?.kind],
]
const lastingFields: readonly Fixed[] = [
  ['spec.group', (spec) => spec?.group],
  ['spec.names.plural', (spec) => spec?.names?.plural],
]

/** Accepted names in the status follow the rules of spec.names. [CRD2] */
export const validateStatusNames = ({ status }: CustomResourceDefinition): readonly FieldError[] =>
  validateNames(status?.acceptedNames ?? {}, 'status.acceptedNames')

function conversionErrors(
  { conversion, preserveUnknownFields }: CustomResourceDefinitionSpec,
  live: CustomResourceDefinition | null,
): readonly FieldError[] {
  const strategy = conversion?.strategy ?? ''
  const isMixed = preserveUnknownFields === true && strategy !== 'None'
  return [
    ...(isMixed
      ? [invalid('spec.conversion.strategy', strategy, 'must be None if spec.preserveUnknownFields is true')]
      : []),
    ...validateConversion(conversion, live),
  ]
}

function validateSpec(
  spec: CustomResourceDefinitionSpec,
  live: CustomResourceDefinition | null,
): readonly FieldError[] {
  const formerOf = formerRules(live)
  const versions = spec.versions ?? []
  const shared = sharedParts(versions)
  return [
    ...validateGroup(spec.group ?? ''),
    ...validateScope(spec.scope ?? ''),
    ...versions.flatMap((version, at) =>
      version.schema?.openAPIV3Schema === undefined
        ? [required(child(index('spec.versions', at), 'schema', 'openAPIV3Schema'))]
        : [],
    ),
    ...versions.flatMap((version, at) => [
      ...labelErrors(version.name ?? '', child(index('spec.versions', at), 'name')),
      ...validateDeprecation(version, index('spec.versions', at)),
      ...validateVersionParts(ownParts(version, shared), versionPaths(index('spec.versions', at)), {
        formerOf,
        hasStatus: version.subresources?.status !== undefined,
      }),
    ]),
    ...validateVersionSet(spec, shared),
    ...firstVersionErrors(versions),
    ...requiredNames(spec.names ?? {}),
    ...validateNames(spec.names ?? {}, 'spec.names'),
    ...validateVersionParts(shared, sharedPaths, {
      formerOf,
      hasStatus: versions.some(({ subresources }) => subresources?.status !== undefined),
    }),
    ...conversionErrors(spec, live),
  ]
}

const parts = ['schema', 'subresources', 'additionalPrinterColumns', 'selectableFields'] as const

/** Parts that all versions share are validated once, as fields of the spec, so that errors name the spec. */
function sharedParts(versions: readonly CustomResourceDefinitionVersion[]): CustomResourceDefinitionVersion {
  const [first, ...others] = versions
  const shared: CustomResourceDefinitionVersion = {}
  if (first === undefined) return shared
  for (const part of parts) {
    const value = first[part]
    if (value !== undefined && others.every((each) => deepEqual(each[part], value)))
      Object.assign(shared, { [part]: value })
  }
  if (shared.schema === undefined && first.schema !== undefined && shared.selectableFields !== undefined)
    delete shared.selectableFields
  return shared
}

function ownParts(
  version: CustomResourceDefinitionVersion,
  shared: CustomResourceDefinitionVersion,
): CustomResourceDefinitionVersion {
  const own: CustomResourceDefinitionVersion = {}
  for (const part of parts)
    if (shared[part] === undefined && version[part] !== undefined) Object.assign(own, { [part]: version[part] })
  return own
}

const sharedPaths: VersionPaths = {
  schema: 'spec.validation',
  subresources: 'spec.subresources',
  columns: 'spec.additionalPrinterColumns',
  selectableFields: 'spec.selectableFields',
}

const versionPaths = (path: string): VersionPaths => ({
  schema: child(path, 'schema'),
  subresources: child(path, 'subresources'),
  columns: child(path, 'additionalPrinterColumns'),
  selectableFields: child(path, 'selectableFields'),
})

function validateGroup(group: string): readonly FieldError[] {
  if (group === '') return [required('spec.group')]
  const errors = dns1123Subdomain(group)
  if (errors.length > 0) return [invalid('spec.group', group, errors.join(','))]
  return group.includes('.') ? [] : [invalid('spec.group', group, 'should be a domain with at least one dot')]
}

function validateScope(scope: string): readonly FieldError[] {
  if (scope === '') return [required('spec.scope')]
  const scopes = ['Cluster', 'Namespaced']
  return scopes.includes(scope) ? [] : [notSupported('spec.scope', scope, scopes)]
}

/** Removes from a version the parts that all versions share. */
const shownVersion = (
  version: CustomResourceDefinitionVersion,
  shared: CustomResourceDefinitionVersion,
): JsonObject => {
  const { name, served, storage, deprecated, deprecationWarning } = version
  return internalVersion({ name, served, storage, deprecated, deprecationWarning, ...ownParts(version, shared) })
}

/** The reference's internal type repeats the first version at the top level, and validates it there too. */
const firstVersionErrors = ([first]: readonly CustomResourceDefinitionVersion[]): readonly FieldError[] =>
  (first?.name ?? '') === '' ? [] : labelErrors(first?.name ?? '', 'spec.version')

function validateVersionSet(
  { versions: sent }: CustomResourceDefinitionSpec,
  shared: CustomResourceDefinitionVersion,
): readonly FieldError[] {
  const versions = sent ?? []
  const shown = sent?.map((version) => shownVersion(version, shared)) ?? null
  const names = new Set(versions.map(({ name }) => name))
  const count = versions.filter(({ storage }) => storage === true).length
  return [
    ...(names.size < versions.length ? [invalid('spec.versions', shown, 'must contain unique version names')] : []),
    ...(count === 1
      ? []
      : [invalid('spec.versions', shown, 'must have exactly one version marked as storage version')]),
  ]
}

const requiredNames = (names: CustomResourceDefinitionNames): readonly FieldError[] =>
  (['plural', 'singular', 'kind', 'listKind'] as const).flatMap((name) =>
    (names[name] ?? '') === '' ? [required(child('spec.names', name))] : [],
  )

const labelErrors = (text: string, path: string): readonly FieldError[] => {
  const errors = dns1035Label(text)
  return errors.length === 0 ? [] : [invalid(path, text, errors.join(','))]
}

function kindErrors(kind: string, path: string): readonly FieldError[] {
  const errors = kind === '' ? [] : dns1035Label(kind.toLowerCase())
  const start = 'may have mixed case, but should otherwise match: '
  return errors.length === 0 ? [] : [invalid(path, kind, start + errors.join(','))]
}

function validateNames(names: CustomResourceDefinitionNames, path: string): readonly FieldError[] {
  const { plural = '', singular = '', kind = '', listKind = '', shortNames = [], categories = [] } = names
  return [
    ...(plural === '' ? [] : labelErrors(plural, child(path, 'plural'))),
    ...(singular === '' ? [] : labelErrors(singular, child(path, 'singular'))),
    ...kindErrors(kind, child(path, 'kind')),
    ...kindErrors(listKind, child(path, 'listKind')),
    ...shortNames.flatMap((name, at) => labelErrors(name, index(child(path, 'shortNames'), at))),
    ...(kind !== '' && kind === listKind
      ? [invalid(child(path, 'listKind'), listKind, 'kind and listKind may not be the same')]
      : []),
    ...categories.flatMap((name, at) => labelErrors(name, index(child(path, 'categories'), at))),
  ]
}

function validateStoredVersions(
  stored: readonly string[],
  versions: readonly CustomResourceDefinitionVersion[],
): readonly FieldError[] {
  const path = 'status.storedVersions'
  if (stored.length === 0) return [invalid(path, null, 'must have at least one stored version')]
  // A name counts for one version only: a second one of the same name is not stored.
  const left = new Set(stored)
  const absent = versions.flatMap(({ name = '', storage }) =>
    !left.delete(name) && storage === true ? [invalid(path, [...stored], `must have the storage version ${name}`)] : [],
  )
  const stale = stored.flatMap((name, at) =>
    versions.some((version) => (version.name ?? '') === name)
      ? []
      : [
          invalid(
            index(path, at),
            name,
            `missing from spec.versions; ${name} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${name} and removes ${name} from status.storedVersions`,
          ),
        ],
  )
  return [...stale, ...absent]
}
