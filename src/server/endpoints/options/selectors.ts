import { badRequest } from '#api/api-error.ts'
import {
  type FieldSelector,
  matchesFields,
  parseFieldSelector,
  requiredFieldValue,
} from '#api/selectors/field-selector.ts'
import { own } from '#api/json.ts'
import { type LabelSelector, matchesLabels } from '#api/selectors/label-selector.ts'
import { dns1123Label } from '#api/names.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { parseLabelSelector } from '#api/selectors/parse-label-selector.ts'
import { SelectorError } from '#api/selectors/selector-error.ts'
import { quoteGo } from '#go/quote.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import type { Selection } from '#server/registry/selection.ts'
import { pathSegmentErrors } from '#server/registry/storage-key.ts'

const nameField = 'metadata.name'
const namespaceField = 'metadata.namespace'

/**
 * Parses both selectors of a request for objects of `definition`.
 * @throws ApiError BadRequest in the reference's words [LS4] [LS5]
 */
export function readSelectors(query: URLSearchParams): {
  readonly labels: LabelSelector
  readonly fields: FieldSelector
} {
  const labels = parsed(() => parseLabelSelector(query.get('labelSelector') ?? ''))
  const fields = parsed(() => parseFieldSelector(query.get('fieldSelector') ?? ''))
  return { labels, fields }
}

function parsed<Selector>(parse: () => Selector): Selector {
  try {
    return parse()
  } catch (error) {
    if (error instanceof SelectorError) throw badRequest(error.message)
    throw error
  }
}

/**
 * Builds the selection of a request. `name` is that of an old watch path.
 * @throws ApiError BadRequest for an unsupported field selector [LS5]
 */
export function toSelection(
  { labels, fields }: ReturnType<typeof readSelectors>,
  definition: ResourceDefinition,
  name: string,
): Selection {
  for (const { field } of fields) checkField(definition, field)
  const selected = requiredFieldValue(fields, nameField)
  if (name !== '' && fields.length > 0 && selected !== name)
    throw badRequest("fieldSelector metadata.name doesn't match requested name")
  const hasLabels = labels.length > 0
  const hasFields = fields.length > 0
  return {
    everything: !hasLabels && !hasFields && name === '',
    matchesLabels: hasLabels ? (found) => matchesLabels(labels, found) : undefined,
    matchesFields: hasFields ? (object) => matchesFields(fields, readField(definition, object)) : undefined,
    name: keySegment(name === '' ? selected : name, pathSegmentErrors),
    namespace: keySegment(requiredFieldValue(fields, namespaceField), dns1123Label),
  }
}

/** Returns a value that restricts the range of keys to read, if it is a valid path segment. */
const keySegment = (value: string | undefined, errors: (text: string) => readonly string[]): string | undefined =>
  value === undefined || value === '' || errors(value).length > 0 ? undefined : value

/** Types with their own selectable fields and types without have different error messages. */
function checkField(definition: ResourceDefinition, field: string): void {
  const { selectableFields, namespaced } = definition
  if (field === nameField || own(selectableFields, field) !== undefined) return
  if (field === namespaceField && (namespaced || selectableFields === undefined)) return
  throw badRequest(
    definition.unknownFieldText?.(field) ??
      (selectableFields === undefined
        ? `${quoteGo(field)} is not a known field selector: only "metadata.name", "metadata.namespace"`
        : `field label not supported: ${field}`),
  )
}

const readField =
  ({ selectableFields }: ResourceDefinition, object: ApiObject) =>
  (field: string): string => {
    if (field === nameField) return object.metadata.name ?? ''
    if (field === namespaceField) return object.metadata.namespace ?? ''
    return own(selectableFields, field)?.(object) ?? ''
  }
