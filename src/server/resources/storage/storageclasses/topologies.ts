import { child, duplicate, type FieldError, type FieldPath, index, required } from '#api/field-error.ts'
import { deepEqual } from '#api/json.ts'
import { qualifiedName } from '#api/names.ts'
import { checkText } from '#server/resources/parts/validation/texts.ts'
import type { TopologySelectorLabelRequirement, TopologySelectorTerm } from '#server/kinds/types/core-v1.ts'

/** Validates the allowed topologies, whose terms must differ. [SCL2] */
export function validateTopologies(terms: readonly TopologySelectorTerm[]): readonly FieldError[] {
  // The reference compares with a preallocated list of empty terms, so that an empty term is always a duplicate.
  const seen = terms.map(() => emptyTerm)
  return terms.flatMap((term, at) => {
    const path = child(index('allowedTopologies', at), 'matchLabelExpressions')
    const requirements = requirementsOf(term)
    const errors = [
      ...validateTerm(term, path),
      ...seen.filter((before) => deepEqual(before, requirements)).map(() => duplicate(path, '')),
    ]
    seen.push(requirements)
    return errors
  })
}

type Requirements = { [key: string]: string[] }
const emptyTerm: Requirements = {}

/** Returns keys with the sorted set of their values; the last of repeated keys wins. */
const requirementsOf = ({ matchLabelExpressions }: TopologySelectorTerm): Requirements =>
  Object.fromEntries(
    (matchLabelExpressions ?? []).map(({ key = '', values }) => [key, [...new Set(values)].toSorted()] as const),
  )

function validateTerm({ matchLabelExpressions }: TopologySelectorTerm, path: FieldPath): readonly FieldError[] {
  const keys = new Set<string>()
  return (matchLabelExpressions ?? []).flatMap((requirement, at) => {
    const here = index(path, at)
    const { key = '' } = requirement
    const repeated = keys.has(key) ? [duplicate(child(here, 'key'), key)] : []
    keys.add(key)
    return [...validateRequirement(requirement, here), ...repeated]
  })
}

function validateRequirement(requirement: TopologySelectorLabelRequirement, path: FieldPath): readonly FieldError[] {
  const values = requirement.values ?? []
  const here = child(path, 'values')
  return [
    ...(values.length === 0 ? [required(here)] : []),
    ...values.flatMap((value, at) => (values.indexOf(value) < at ? [duplicate(index(here, at), value)] : [])),
    ...checkText(requirement.key ?? '', child(path, 'key'), qualifiedName),
  ]
}
