import { child, duplicate, type FieldError, type FieldPath, index, required } from '#api/field-error.ts'
import { qualifiedName } from '#api/names.ts'
import { identityText, repetitionsIn } from '#api/repetitions.ts'
import { checkText } from '#server/resources/parts/validation/texts.ts'
import type { TopologySelectorLabelRequirement, TopologySelectorTerm } from '#server/kinds/types/core-v1.ts'

/** Validates the allowed topologies, whose terms must differ. [SCL2] */
export function validateTopologies(terms: readonly TopologySelectorTerm[]): readonly FieldError[] {
  // The reference compares with a preallocated list of empty terms, so that an empty term is always a duplicate.
  const seen = new Map([[identityText(emptyTerm), terms.length]])
  let left = REPEATED_ERRORS_IN_ALL
  return terms.flatMap((term, at) => {
    const path = child(index('allowedTopologies', at), 'matchLabelExpressions')
    const text = identityText(requirementsOf(term))
    // One error for each equal term before it, as in the reference, within reason.
    const repeated = Math.min(seen.get(text) ?? 0, REPEATED_ERRORS_MAX, Math.max(left, 1))
    left -= repeated
    const errors = [...validateTerm(term, path), ...Array.from({ length: repeated }, () => duplicate(path, ''))]
    seen.set(text, (seen.get(text) ?? 0) + 1)
    return errors
  })
}

type Requirements = { [key: string]: string[] }
const emptyTerm: Requirements = {}

/** A list of equal terms would have an error for each pair of them. */
const REPEATED_ERRORS_MAX = 100
/** Beyond these, each repeated term has one error: a body may hold a million terms. [ER7] */
const REPEATED_ERRORS_IN_ALL = 10_000

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
    ...[...repetitionsIn(values)].map((at) => duplicate(index(here, at), values[at] ?? '')),
    ...checkText(requirement.key ?? '', child(path, 'key'), qualifiedName),
  ]
}
