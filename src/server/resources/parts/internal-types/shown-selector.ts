import type { Json } from '#api/json.ts'
import type { LabelSelector } from '#server/kinds/types/meta-v1.ts'
import { internalForm } from './internal-form.ts'

/** Formats a selector as messages print it: fields in the order of its type, labels sorted. [WL3] */
export const shownSelector = (selector: LabelSelector | null | undefined): Json =>
  selector ? internalForm('meta.v1.LabelSelector', selector) : null

/** Formats labels as messages print them: sorted, `null` for none. [WL3] */
export const shownLabels = (labels: { readonly [key: string]: string } | null | undefined): Json =>
  labels ? Object.fromEntries(Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1))) : null
