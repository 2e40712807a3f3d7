import { type Json, type JsonObject, isObject, own, sortedKeys, sortedMembers } from '#api/json.ts'
import { type ValidationRule, rulesOf } from '#server/structural/rules/validation-rule.ts'
import type { StructuralSchema } from '#server/structural/structural-schema.ts'
import type {
  CustomResourceColumnDefinition,
  CustomResourceDefinitionVersion,
} from '#server/kinds/types/apiextensions-v1.ts'

/** Formats a rule as the reference's internal type prints it. */
export const shownRule = (rule: ValidationRule): JsonObject => ({
  Rule: rule.rule,
  Message: rule.message,
  MessageExpression: rule.messageExpression,
  Reason: rule.reason,
  FieldPath: rule.fieldPath,
  OptionalOldSelf: rule.optionalOldSelf,
})

/** Formats a value; an absent value becomes null. */
type Form = (value: Json) => Json

const schemaOrNull: Form = (value) => (isObject(value) ? internalSchema(value) : null)
const text: Form = (value) => value ?? ''
const flag: Form = (value) => value === true
/** Go prints the keys of a map in order. */
const any: Form = sortedMembers
const schemas: Form = (value) => (Array.isArray(value) ? value.map(schemaOrNull) : null)
const items: Form = (value) => (value === null ? null : { Schema: schemaOrNull(value), JSONSchemas: schemas(value) })
const orFlag: Form = (value) => (value === null ? null : { Allows: value !== false, Schema: schemaOrNull(value) })
const mapOf =
  (form: Form): Form =>
  (value) =>
    isObject(value) ? Object.fromEntries(sortedKeys(value).map((name) => [name, form(own(value, name) ?? null)])) : null
const byName = mapOf(schemaOrNull)
const dependencies = mapOf((value) => ({ Schema: schemaOrNull(value), Property: Array.isArray(value) ? value : null }))
const docs: Form = (value) => (isObject(value) ? { Description: value.description ?? '', URL: value.url ?? '' } : null)
const rules: Form = (value) => {
  const found = rulesOf({ 'x-orch-validations': value })
  return found.length === 0 ? null : found.map(shownRule)
}

/** The fields of the internal type in its order: Go name, JSON name, and format. */
const fields: readonly (readonly [name: string, key: string, form: Form])[] = [
  ['ID', 'id', text],
  ['Schema', '$schema', text],
  ['Ref', '$ref', any],
  ['Description', 'description', text],
  ['Type', 'type', text],
  ['Nullable', 'nullable', flag],
  ['Format', 'format', text],
  ['Title', 'title', text],
  ['Default', 'default', any],
  ['Maximum', 'maximum', any],
  ['ExclusiveMaximum', 'exclusiveMaximum', flag],
  ['Minimum', 'minimum', any],
  ['ExclusiveMinimum', 'exclusiveMinimum', flag],
  ['MaxLength', 'maxLength', any],
  ['MinLength', 'minLength', any],
  ['Pattern', 'pattern', text],
  ['MaxItems', 'maxItems', any],
  ['MinItems', 'minItems', any],
  ['UniqueItems', 'uniqueItems', flag],
  ['MultipleOf', 'multipleOf', any],
  ['Enum', 'enum', any],
  ['MaxProperties', 'maxProperties', any],
  ['MinProperties', 'minProperties', any],
  ['Required', 'required', any],
  ['Items', 'items', items],
  ['AllOf', 'allOf', schemas],
  ['OneOf', 'oneOf', schemas],
  ['AnyOf', 'anyOf', schemas],
  ['Not', 'not', schemaOrNull],
  ['Properties', 'properties', byName],
  ['AdditionalProperties', 'additionalProperties', orFlag],
  ['PatternProperties', 'patternProperties', byName],
  ['Dependencies', 'dependencies', dependencies],
  ['AdditionalItems', 'additionalItems', orFlag],
  ['Definitions', 'definitions', byName],
  ['ExternalDocs', 'externalDocs', docs],
  ['Example', 'example', any],
  ['XPreserveUnknownFields', 'x-orch-preserve-unknown-fields', any],
  ['XEmbeddedResource', 'x-orch-embedded-resource', flag],
  ['XIntOrString', 'x-orch-int-or-string', flag],
  ['XListMapKeys', 'x-orch-list-map-keys', any],
  ['XListType', 'x-orch-list-type', any],
  ['XMapType', 'x-orch-map-type', any],
  ['XValidations', 'x-orch-validations', rules],
]

/** Formats a schema as the reference's internal type prints it. */
export function internalSchema(schema: StructuralSchema): JsonObject {
  return Object.fromEntries(fields.map(([name, key, form]) => [name, form(own(schema, key) ?? null)]))
}

/** Formats a version as the reference's internal type prints it. */
export function internalVersion(version: CustomResourceDefinitionVersion): JsonObject {
  const { schema, subresources, additionalPrinterColumns, selectableFields } = version
  return {
    Name: version.name ?? '',
    Served: version.served ?? false,
    Storage: version.storage ?? false,
    Deprecated: version.deprecated ?? false,
    DeprecationWarning: version.deprecationWarning ?? null,
    Schema: schema === undefined ? null : { OpenAPIV3Schema: schemaOrNull(schema.openAPIV3Schema ?? null) },
    Subresources: internalSubresources(subresources),
    AdditionalPrinterColumns: additionalPrinterColumns?.map(internalColumn) ?? null,
    SelectableFields: selectableFields?.map(({ jsonPath }) => ({ JSONPath: jsonPath ?? '' })) ?? null,
  }
}

const internalColumn = (column: CustomResourceColumnDefinition): JsonObject => ({
  Name: column.name ?? '',
  Type: column.type ?? '',
  Format: column.format ?? '',
  Description: column.description ?? '',
  Priority: column.priority ?? 0,
  JSONPath: column.jsonPath ?? '',
})

function internalSubresources(subresources: CustomResourceDefinitionVersion['subresources']): Json {
  if (subresources === undefined) return null
  const { status, scale } = subresources
  return {
    Status: status === undefined ? null : {},
    Scale:
      scale === undefined
        ? null
        : {
            SpecReplicasPath: scale.specReplicasPath ?? '',
            StatusReplicasPath: scale.statusReplicasPath ?? '',
            LabelSelectorPath: scale.labelSelectorPath ?? null,
          },
  }
}

/** Keywords allowed at the root beside a status subresource, whose part of the schema is validated separately. */
const atRoot: ReadonlySet<string> = new Set(
  'Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields XValidations'.split(
    ' ',
  ),
)

export const rootFields: readonly string[] = [...atRoot]

/**
 * Returns the first field, in the order of the internal type, that is set but not allowed at the root; `Type` if there
 * is none.
 */
export function strayAtRoot(schema: StructuralSchema): string | null {
  const whole = internalSchema(schema)
  for (const [name, , form] of fields) {
    const value = whole[name]
    if (value === null || value === undefined) continue
    // Pointers are set even if what they point to is empty.
    if (form !== any && (value === '' || value === false)) continue
    if (name === 'Type' ? value !== 'object' : !atRoot.has(name)) return name
  }
  return null
}
