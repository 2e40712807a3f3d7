import { type FieldError, type FieldPath, child, notSupported } from '#api/field-error.ts'
import type { MatchResources } from '#server/kinds/types/admissionregistration-v1.ts'

const operations = ['*', 'CONNECT', 'CREATE', 'UPDATE']

/** DELETE cannot be mutated. The reference reports all rules together instead of the offending one. [MAP1] */
export function validateMutatingOperations(match: MatchResources | undefined, path: FieldPath): readonly FieldError[] {
  const here = child(child(path, 'resourceRules'), 'operations')
  return (match?.resourceRules ?? []).flatMap(({ operations: asked = [] }) =>
    asked.flatMap((each) => (operations.includes(each) ? [] : [notSupported(here, each, operations)])),
  )
}
