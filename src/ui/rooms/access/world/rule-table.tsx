import type { AdmissionRule, AuthorizerRule } from '#facts/world-api.ts'
import { Button, IconButton } from '#ui/kit/button.tsx'
import { movedRow, type RuleColumn, type RuleRow, toRows } from '#ui/rooms/access/state/rule-rows.ts'
import { useAccess, useAccessState } from '#ui/rooms/access/state/use-access.ts'
import styles from './rules.module.css'

interface RuleTableProps {
  readonly kind: 'authorizers' | 'admission'
  readonly name: string
  readonly rules: readonly (AuthorizerRule | AdmissionRule)[]
  readonly columns: readonly RuleColumn[]
  /** Initial values of a new row. */
  readonly fresh: RuleRow
}

/** The rules of a webhook, edited row by row and saved together. Unsaved rules survive a reload of the page. */
export function RuleTable({ kind, name, rules, columns, fresh }: RuleTableProps) {
  const { store, saveRules, fillGrid, decide } = useAccess()
  const draft = useAccessState(({ ruleDrafts }) => (Object.hasOwn(ruleDrafts, name) ? ruleDrafts[name] : undefined))
  const rows = draft ?? toRows(rules)
  const keep = (next: readonly RuleRow[]) => store.setRuleDraft(name, next)
  const forget = () => store.dropRuleDraft(name)
  const saveAll = async () => {
    // After a changed rule the user expects its effect, not cached decisions.
    if (await saveRules(kind, name, rows)) await Promise.all([decide({ fresh: true }), fillGrid({ fresh: true })])
  }
  return (
    <div className={styles.rules} data-testid={`rules-${name}`}>
      <Rows name={name} rows={rows} columns={columns} keep={keep} />
      <div className={styles.row}>
        <Button size="small" icon="plus" onClick={() => keep([...rows, fresh])}>
          Rule
        </Button>
        <span className={styles.fill} />
        {draft !== undefined && (
          <Button size="small" look="ghost" onClick={forget}>
            Discard
          </Button>
        )}
        <Button size="small" look="primary" disabled={draft === undefined} onClick={() => void saveAll()}>
          Save rules
        </Button>
      </div>
    </div>
  )
}

interface RowsProps {
  readonly name: string
  readonly rows: readonly RuleRow[]
  readonly columns: readonly RuleColumn[]
  readonly keep: (rows: readonly RuleRow[]) => void
}

function Rows({ name, rows, columns, keep }: RowsProps) {
  return (
    // A scrollable box must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.wide} tabIndex={0} role="region" aria-label={`Rules of ${name}`}>
      <table>
        <thead>
          <tr>
            {columns.map(({ id, title }) => (
              <th key={id} scope="col">
                {title}
              </th>
            ))}
            <th>
              <span className="visually-hidden">Row</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // Rows are identified by their position, because the first matching rule decides.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={at}>
              {columns.map((column) => (
                <td key={column.id}>
                  <Field
                    column={column}
                    label={`${column.title} of rule ${at + 1}`}
                    value={row[column.id] ?? ''}
                    onChange={(text) =>
                      keep(rows.map((each, index) => (index === at ? { ...each, [column.id]: text } : each)))
                    }
                  />
                </td>
              ))}
              <td className={styles.moves}>
                <IconButton
                  icon="up"
                  size="small"
                  iconSize={12}
                  label={`Move rule ${at + 1} up`}
                  disabled={at === 0}
                  onClick={() => keep(movedRow(rows, at, at - 1))}
                />
                <IconButton
                  icon="x"
                  size="small"
                  iconSize={12}
                  label={`Remove rule ${at + 1}`}
                  onClick={() => keep(rows.filter((_, index) => index !== at))}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface FieldProps {
  readonly column: RuleColumn
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
}

const Field = ({ column: { choices, id }, label, value, onChange }: FieldProps) =>
  choices === null ? (
    <input
      aria-label={label}
      value={value}
      size={['reason', 'message', 'field', 'patch'].includes(id) ? 18 : 8}
      placeholder={['reason', 'message', 'patch', 'value'].includes(id) ? '' : 'any'}
      spellCheck={false}
      onChange={({ target }) => onChange(target.value)}
    />
  ) : (
    <select aria-label={label} value={value} onChange={({ target }) => onChange(target.value)}>
      {choices.map((choice) => (
        <option key={choice}>{choice}</option>
      ))}
    </select>
  )
