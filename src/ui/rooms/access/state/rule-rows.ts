import type { AdmissionRule, AuthorizerRule } from '#facts/world-api.ts'

/** A rule as a row of an editable table: an empty text matches everything. */
export type RuleRow = Readonly<Record<string, string>>

export interface RuleColumn {
  readonly id: string
  readonly title: string
  /** The choices; `null` for free text. */
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

/** Converts rules to rows. A patch is shown as JSON text. [AR11] */
export const toRows = (rules: readonly (AuthorizerRule | AdmissionRule)[]): readonly RuleRow[] =>
  rules.map((rule) =>
    Object.fromEntries(
      Object.entries(rule).map(([key, value]: readonly [string, unknown]) => [
        key,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    ),
  )

/**
 * Converts rows to rules and omits empty texts.
 * @throws SyntaxError for a patch that is not JSON. [AR11]
 */
export const toRules = (rows: readonly RuleRow[]): readonly Readonly<Record<string, unknown>>[] =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row)
        .filter(([, text]) => text.trim() !== '')
        .map(([key, text]) => [key, key === 'patch' ? (JSON.parse(text) as unknown) : text.trim()]),
    ),
  )

/** Moves a row. The order matters, because the first matching rule decides. */
export function movedRow(rows: readonly RuleRow[], from: number, to: number): readonly RuleRow[] {
  const row = rows[from]
  if (row === undefined || to < 0 || to >= rows.length) return rows
  const others = rows.filter((_, at) => at !== from)
  return [...others.slice(0, to), row, ...others.slice(to)]
}
