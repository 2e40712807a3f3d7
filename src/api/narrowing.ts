import { type FieldSelector, parseFieldSelector } from './field-selector.ts'
import type { LabelSelector } from './label-selector.ts'
import { parseLabelSelector } from './parse-label-selector.ts'
import { SelectorError } from './selector-error.ts'

/** To what a list, a watch or a deletion of many is narrowed, as far as it could be understood. */
export interface Narrowing {
  readonly fields: FieldSelector
  readonly labels: LabelSelector
}

/** What selectors' texts narrow a request to. One that can't be understood narrows nothing here: its own error comes later. */
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
