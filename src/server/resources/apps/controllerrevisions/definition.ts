import { type FieldError, required } from '#api/field-error.ts'
import { type Json, isObject } from '#api/json.ts'
import { dns1123SubdomainName } from '#api/names.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { immutable } from '#server/resources/parts/validation/immutable.ts'
import { nonNegative } from '#server/resources/parts/validation/numbers.ts'
import { appsV1 } from '#server/kinds/schemas/apps-v1.ts'
import { storedVerbs } from '#server/resources/parts/resource-verbs.ts'
import { ageColumn, kindColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { ControllerRevision } from '#server/kinds/types/apps-v1.ts'

const validateRevision = ({ revision }: ControllerRevision): readonly FieldError[] => nonNegative(revision, 'revision')

/** [CR1] */
const validate = (next: ControllerRevision): readonly FieldError[] => [
  ...validateRevision(next),
  ...validateData(next.data),
]

function validateData(data: Json | undefined): readonly FieldError[] {
  if (data === undefined || data === null) return [required('data', 'data is mandatory')]
  return isObject(data) ? [] : [required('data', 'data must be a valid JSON object')]
}

const strategy: Strategy<ControllerRevision> = {
  validateName: dns1123SubdomainName,
  metadataOnUpdate: 'whole',
  validate,
  validateUpdate: (next, live) => [...validateRevision(next), ...immutable(next.data, live.data, 'data')],
}

/** Returns the controlling owner as `kind.group/name`. */
function controller({ metadata }: ControllerRevision): string {
  const owner = (metadata.ownerReferences ?? []).find((one) => one.controller === true)
  if (owner === undefined) return '<none>'
  const [group = '', version] = owner.apiVersion.split('/')
  const suffix = version === undefined ? '' : `.${group}`
  return `${owner.kind.toLowerCase()}${suffix}/${owner.name}`
}

/** apps/v1 ControllerRevision. [CR1] */
export const controllerrevisions: ResourceDefinition = {
  group: 'apps',
  version: 'v1',
  resource: 'controllerrevisions',
  singular: 'controllerrevision',
  kind: 'ControllerRevision',
  namespaced: true,
  verbs: storedVerbs,
  schema: appsV1.schema('ControllerRevision'),
  strategy,
  columns: [
    nameColumn,
    kindColumn<ControllerRevision>('Controller', 'The object whose state this is.', controller),
    kindColumn<ControllerRevision>('Revision', 'The number of the state.', ({ revision }) => revision ?? 0),
    ageColumn,
  ],
}
