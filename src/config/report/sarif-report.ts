import type { Diagnostic } from '#config/diagnostic.ts'
import type { FileReport } from './report.ts'
import { ruleTexts } from './rule-texts.ts'

/** Prints SARIF 2.1.0, for code hosts that show findings next to the source lines. */
export function sarifReport(reports: readonly FileReport[], version: string): string {
  const found = reports.flatMap((report) => report.checked.diagnostics.map((diagnostic) => ({ report, diagnostic })))
  const codes = [...new Set(found.map(({ diagnostic }) => diagnostic.code))].sort()
  const rules = codes.map((id) => ({ id, shortDescription: { text: ruleTexts.get(id) ?? id } }))
  const results = found.map(({ report, diagnostic }) => resultOf(report.name, diagnostic, codes))
  const run = { tool: { driver: { name: 'orchard', version, rules } }, columnKind: 'utf16CodeUnits', results }
  return `${JSON.stringify({ $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] }, null, 2)}\n`
}

function resultOf(
  name: string,
  { severity, code, path, message, start, end }: Diagnostic,
  codes: readonly string[],
): object {
  const region = {
    startLine: start.line,
    startColumn: start.column,
    endLine: end.line,
    endColumn: Math.max(end.column, end.line === start.line ? start.column + 1 : 1),
  }
  return {
    ruleId: code,
    ruleIndex: codes.indexOf(code),
    level: severity,
    message: { text: path === '' ? message : `${path}: ${message}` },
    locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(name) }, region } }],
  }
}

/** Relative to the working directory. */
const uriOf = (name: string): string => name.replace(/^\.\//, '').split('/').map(encodeURIComponent).join('/')
