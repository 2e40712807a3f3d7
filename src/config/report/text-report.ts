import type { Diagnostic } from '#config/diagnostic.ts'
import type { FileReport } from './report.ts'

/** Prints for people: `file:line:column: error N02 path: message`, then the source line with the range underlined. */
export const textReport = (reports: readonly FileReport[]): string =>
  reports.flatMap((report) => report.checked.diagnostics.map((each) => textOf(report, each))).join('')

function textOf({ name, text }: FileReport, diagnostic: Diagnostic): string {
  const { severity, code, path, message, start } = diagnostic
  const head = `${name}:${start.line}:${start.column}: ${severity} ${code} ${path === '' ? '' : `${path}: `}${message}`
  return `${head.replaceAll('\n', '\n    ')}\n${excerpt(text, diagnostic)}`
}

const LINE_MAX = 120

/** Long lines are truncated around the range. */
function excerpt(text: string, { start, end, range }: Diagnostic): string {
  const lineStart = range.start - (start.column - 1)
  const lineEnd = text.indexOf('\n', lineStart)
  const whole = text
    .slice(lineStart, lineEnd === -1 ? text.length : lineEnd)
    .replace(/\r$/, '')
    .replaceAll('\t', ' ')
  const from = start.column > LINE_MAX ? start.column - LINE_MAX / 2 : 0
  const line = whole.slice(from, from + LINE_MAX)
  if (line.trim() === '') return ''
  const number = String(start.line)
  const length = end.line === start.line ? end.column - start.column : whole.length - start.column + 1
  const carets = '^'.repeat(Math.max(1, Math.min(length, line.length - (start.column - 1 - from))))
  return `  ${number} | ${line}\n  ${' '.repeat(number.length)} | ${' '.repeat(start.column - 1 - from)}${carets}\n`
}
