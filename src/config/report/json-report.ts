import type { FileReport } from './report.ts'

/** Prints one object per file, for programs. Lines and columns count from 1, offsets from 0. */
export const jsonReport = (reports: readonly FileReport[]): string =>
  `${JSON.stringify(
    reports.map(({ name, checked }) => ({
      file: name,
      kind: checked.kind ?? null,
      spelling: checked.dialect,
      valid: checked.configuration !== undefined,
      referenceText: checked.referenceText.replaceAll('{file}', name),
      diagnostics: checked.diagnostics.map(({ severity, code, type, path, place, message, range, start, end }) => ({
        severity,
        code,
        type,
        path,
        place,
        message,
        start: { ...start, offset: range.start },
        end: { ...end, offset: range.end },
      })),
    })),
    null,
    2,
  )}\n`
