import type { CheckedConfig } from '#config/check-config.ts'
import type { Diagnostic } from '#config/diagnostic.ts'

/** A file and its diagnostics. */
export interface FileReport {
  /** The file name as given on the command line. */
  readonly name: string
  readonly text: string
  readonly checked: CheckedConfig
}

export const countOf = (reports: readonly FileReport[], severity: Diagnostic['severity']): number =>
  reports.reduce((sum, { checked }) => sum + checked.diagnostics.filter((each) => each.severity === severity).length, 0)

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

/** `2 files: 1 error, 3 warnings` */
export const summary = (reports: readonly FileReport[]): string =>
  `${plural(reports.length, 'file')}: ${plural(countOf(reports, 'error'), 'error')}, ${plural(countOf(reports, 'warning'), 'warning')}`
