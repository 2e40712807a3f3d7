import { child, type FieldError, type FieldPath, required } from '#api/field-error.ts'
import { dns1123Subdomain, pathSegmentName } from '#api/names.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { validateObjectMetaUpdate } from '#server/registry/metadata/validate-meta.ts'
import { immutable } from '#server/resources/parts/validation/immutable.ts'
import { strictIpTexts } from '#server/resources/parts/validation/strict-addresses.ts'
import { checkText } from '#server/resources/parts/validation/texts.ts'
import { internalForm } from '#server/resources/parts/internal-types/internal-form.ts'
import { networkingV1 } from '#server/kinds/schemas/networking-v1.ts'
import { storedVerbs } from '#server/resources/parts/resource-verbs.ts'
import { ageColumn, kindColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { IPAddress, ParentReference } from '#server/kinds/types/networking-v1.ts'
import { validateAgain } from '#server/resources/parts/validate-again.ts'

const parentPath = 'spec.parentRef'

const segment = (text: string, path: FieldPath): readonly FieldError[] => checkText(text, path, pathSegmentName)

const requiredSegment = (text: string, path: FieldPath): readonly FieldError[] =>
  text === '' ? [required(path)] : segment(text, path)

/** Requires a parent reference. [IPA1] */
function validate({ spec = {} }: IPAddress): readonly FieldError[] {
  const { parentRef } = spec
  if (parentRef === undefined) return [required(parentPath)]
  const { group = '', resource = '', name = '', namespace = '' } = parentRef
  return [
    ...(group === '' ? [] : checkText(group, child(parentPath, 'group'), dns1123Subdomain)),
    ...requiredSegment(resource, child(parentPath, 'resource')),
    ...requiredSegment(name, child(parentPath, 'name')),
    ...(namespace === '' ? [] : segment(namespace, child(parentPath, 'namespace'))),
  ]
}

const validateName = (name: string): readonly string[] => strictIpTexts(name)
const rules = { namespaced: false, validateName, validate }
const shownParent = (parent: ParentReference | undefined) =>
  parent === undefined ? null : internalForm('networking.v1.ParentReference', parent)

/** The parent reference is immutable. [IPA1] */
const strategy: Strategy<IPAddress> = {
  validateName,
  metadataOnUpdate: 'own',
  validate,
  validateUpdate: (next, live) => [
    ...validateAgain(next, rules),
    ...validateObjectMetaUpdate(next.metadata, live.metadata),
    ...immutable(next.spec?.parentRef, live.spec?.parentRef, parentPath, shownParent(next.spec?.parentRef)),
  ],
}

/** Formats the parent, e.g. `services/default/web`. [IPA2] */
function parentText({ spec }: IPAddress): string {
  const parent = spec?.parentRef
  if (parent === undefined) return '<none>'
  const { group = '', resource = '', namespace = '', name = '' } = parent
  const type = (group === '' ? resource : `${resource}.${group}`).toLowerCase()
  return [type, namespace, name].filter((part) => part !== '').join('/')
}

/** networking.orch.io/v1 IPAddress: an allocated address and the object that holds it. [IPA1] */
export const ipaddresses: ResourceDefinition = {
  group: 'networking.orch.io',
  version: 'v1',
  resource: 'ipaddresses',
  singular: 'ipaddress',
  kind: 'IPAddress',
  namespaced: false,
  shortNames: ['ip'],
  verbs: storedVerbs,
  schema: networkingV1.schema('IPAddress'),
  strategy,
  columns: [
    nameColumn,
    kindColumn<IPAddress>('ParentRef', 'The object that the address is allocated to.', parentText),
    { ...ageColumn, undeclared: true },
  ],
}
