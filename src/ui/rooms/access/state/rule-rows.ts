import type { AdmissionRule, AuthorizerRule } from '#facts/world-api.ts'

/** A rule as a row of texts, the way a table is edited: an empty text fits everything. */
export type RuleRow = Readonly<Record<string, string>>

export interface RuleColumn {
  readonly id: string
  readonly title: string
  /** `null` for free text. */
  readonly choices: readonly string[] | null
}

const free = (id: string, title = id): RuleColumn => ({ id, title, choices: null })

export const authorizerColumns: readonly RuleColumn[] = [
  free('user'),
  free('group'),
  free('verb'),
  free('resource'),
  free('namespace'),
  free('path'),
  { id: 'decision', title: 'says', choices: ['allow', 'deny', 'no-opinion'] },
  free('reason'),
]

export const admissionColumns: readonly RuleColumn[] = [
  free('operation'),
  free('resource'),
  free('namespace'),
  free('field'),
  { id: 'is', title: 'is', choices: ['', 'absent', 'present', 'equal'] },
  free('value'),
  { id: 'action', title: 'does', choices: ['deny', 'warn', 'patch'] },
  free('message'),
  free('patch'),
]

export const emptyAuthorizerRow: RuleRow = { decision: 'allow' }
export const emptyAdmissionRow: RuleRow = { action: 'warn' }

/** Rules as rows. A patch is shown as JSON text. [AR11] */
export const toRows = (rules: readonly (AuthorizerRule | AdmissionRule)[]): readonly RuleRow[] =>
  rules.map((rule) =>
    Object.fromEntries(
      Object.entries(rule).map(([key, value]: readonly [string, unknown]) => [
        key,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    ),
  )

/** Rows as the world takes them: empty texts are left out. @throws SyntaxError for a patch that is no JSON. [AR11] */
export const toRules = (rows: readonly RuleRow[]): readonly Readonly<Record<string, unknown>>[] =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row)
        .filter(([, text]) => text.trim() !== '')
        .map(([key, text]) => [key, key === 'patch' ? (JSON.parse(text) as unknown) : text.trim()]),
    ),
  )

/** The first row that fits decides: its place matters. */
export function movedRow(rows: readonly RuleRow[], from: number, to: number): readonly RuleRow[] {
  const row = rows[from]
  if (row === undefined || to < 0 || to >= rows.length) return rows
  const others = rows.filter((_, at) => at !== from)
  return [...others.slice(0, to), row, ...others.slice(to)]
}
