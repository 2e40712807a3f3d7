import { type FieldSelector, parseFieldSelector } from './field-selector.ts'
import type { LabelSelector } from './label-selector.ts'
import { parseLabelSelector } from './parse-label-selector.ts'
import { SelectorError } from './selector-error.ts'

/** The selectors of a list, watch or deletecollection request. A selector that cannot be parsed is omitted. */
export interface Narrowing {
  readonly fields: FieldSelector
  readonly labels: LabelSelector
}

/**
 * Parses the selectors of a request. One that cannot be parsed is omitted here; the handler reports its error later.
 */
export const parseNarrowing = (fields: string, labels: string): Narrowing => ({
  fields: parsed(() => parseFieldSelector(fields)),
  labels: parsed(() => parseLabelSelector(labels)),
})

function parsed<Requirement>(parse: () => readonly Requirement[]): readonly Requirement[] {
  try {
    return parse()
  } catch (error) {
    if (error instanceof SelectorError) return []
    throw error
  }
}

export const isNarrowed = ({ fields, labels }: Narrowing): boolean => fields.length > 0 || labels.length > 0
