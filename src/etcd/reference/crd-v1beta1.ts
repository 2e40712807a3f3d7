import { type Json, type JsonObject, isObject } from '#api/json.ts'

const objects = (list: Json | undefined): readonly JsonObject[] => (Array.isArray(list) ? list.filter(isObject) : [])

/**
 * Converts a CustomResourceDefinition of v1beta1, in which the original stores them, to v1. There the versions share schema,
 * subresources and columns if they are equal.
 */
export function crdFromV1beta1(stored: JsonObject): JsonObject {
  const { spec, ...rest } = stored
  if (!isObject(spec)) return stored
  const {
    version,
    versions,
    validation,
    subresources,
    additionalPrinterColumns,
    selectableFields,
    conversion,
    ...others
  } = spec
  const shared = withoutAbsent({ schema: validation, subresources, additionalPrinterColumns, selectableFields })
  const listed = objects(versions)
  const all = listed.length > 0 ? listed : [{ name: version ?? '', served: true, storage: true }]
  const converted = isObject(conversion) ? { conversion: conversionOf(conversion) } : {}
  return { ...rest, spec: { ...others, ...converted, versions: all.map((each) => versionOf({ ...shared, ...each })) } }
}

function versionOf({ additionalPrinterColumns, ...version }: JsonObject): JsonObject {
  const columns = objects(additionalPrinterColumns).map(({ JSONPath, ...column }) => ({
    ...column,
    jsonPath: JSONPath ?? '',
  }))
  return columns.length === 0 ? version : { ...version, additionalPrinterColumns: columns }
}

function conversionOf({ webhookClientConfig, conversionReviewVersions, ...conversion }: JsonObject): JsonObject {
  const webhook = withoutAbsent({ clientConfig: webhookClientConfig, conversionReviewVersions })
  return Object.keys(webhook).length === 0 ? conversion : { ...conversion, webhook }
}

function withoutAbsent(members: Readonly<Record<string, Json | undefined>>): JsonObject {
  const present: JsonObject = {}
  for (const [name, value] of Object.entries(members)) if (value !== undefined && value !== null) present[name] = value
  return present
}
