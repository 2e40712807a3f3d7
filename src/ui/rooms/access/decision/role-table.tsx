import { useState } from 'react'
import type { GrantTrial, RuleTrial } from '#facts/config-api.ts'
import { Button } from '#ui/kit/button.tsx'
import { useNarrow } from '#ui/kit/use-narrow.ts'
import { countText } from '#ui/model/words.ts'
import styles from './trace.module.css'

interface Row {
  readonly key: string
  readonly grant: GrantTrial
  readonly rule: RuleTrial | null
}

/** Reports whether a rule differs only in verb or name, not in the resource: such rules are relevant to the request. */
const isNear = ({ rule }: Row): boolean =>
  rule !== null && rule.misses.length <= 2 && !rule.misses.includes('resource') && !rule.misses.includes('url')

/** Returns the rules to show: the matching one, else the nearest. */
function nearest(rows: readonly Row[]): readonly Row[] {
  const fitting = rows.filter(({ rule }) => rule?.misses.length === 0)
  const broken = rows.filter(({ rule }) => rule === null)
  return fitting.length > 0 ? fitting : [...rows.filter(isNear), ...broken]
}

/** Sorts rules by their number of mismatches. */
const rowsOf = (grants: readonly GrantTrial[]): readonly Row[] =>
  grants
    .flatMap((grant): readonly Row[] => {
      const key = `${grant.binding.namespace}/${grant.binding.name}`
      return grant.rules.length === 0
        ? [{ key, grant, rule: null }]
        : grant.rules.map((rule, at) => ({ key: `${key} ${at}`, grant, rule }))
    })
    .toSorted((a, b) => (a.rule?.misses.length ?? 9) - (b.rule?.misses.length ?? 9))

/** Lists the bindings that apply to the user, rule by rule, with the mismatches of each rule. */
export function RoleTable({ grants }: { readonly grants: readonly GrantTrial[] }) {
  const [isWhole, setWhole] = useState(false)
  const rows = rowsOf(grants)
  const near = nearest(rows)
  const shown = isWhole ? rows : near
  return (
    <>
      {shown.length > 0 && <Rules shown={shown} />}
      {rows.length > near.length && (
        <Button size="small" look="ghost" className={styles.more} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Only near matches' : `${countText(rows.length - near.length, 'rule')} for other resources`}
        </Button>
      )}
    </>
  )
}

const bindingText = ({ binding }: GrantTrial): string =>
  binding.namespace === '' ? binding.name : `${binding.namespace}/${binding.name}`

const bindingTitle = ({ binding, subject }: GrantTrial): string => `${binding.kind} to ${subject.kind} ${subject.name}`

const whatText = (rule: RuleTrial | null): string => [...(rule?.resources ?? []), ...(rule?.urls ?? [])].join(' ')

const missText = ({ grant, rule }: Row): string => (rule === null ? grant.error : rule.misses.join(', ') || 'matches')

function Rules({ shown }: { readonly shown: readonly Row[] }) {
  return useNarrow(600) ? <RuleList shown={shown} /> : <RuleTable shown={shown} />
}

/** The rules on a page that is too narrow for five columns: a binding with its role, then what the rule says. [UI20] */
function RuleList({ shown }: { readonly shown: readonly Row[] }) {
  return (
    <ul className={styles.ruleList} aria-label="Rules">
      {shown.map((row) => (
        <li key={row.key} data-fits={row.rule?.misses.length === 0}>
          <p>
            <span title={bindingTitle(row.grant)}>{bindingText(row.grant)}</span>{' '}
            <span className={styles.quiet}>binds</span> <b title={row.grant.role.kind}>{row.grant.role.name}</b>
          </p>
          <p>
            {row.rule?.verbs.join(' ') ?? ''} <span className={styles.quiet}>on</span> {whatText(row.rule)}{' '}
            {row.rule !== null && row.rule.names.length > 0 && <code>{row.rule.names.join(', ')}</code>}
          </p>
          <p className={styles.quiet}>
            {row.rule !== null && row.rule.misses.length > 0 && 'other '}
            {missText(row)}
          </p>
        </li>
      ))}
    </ul>
  )
}

/** The table of rules; beside other panels it scrolls sideways. */
function RuleTable({ shown }: { readonly shown: readonly Row[] }) {
  const isNarrow = useNarrow(900)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.rules} aria-label="Rules" tabIndex={isNarrow ? 0 : undefined}>
      <table className={styles.roles}>
        <thead>
          <tr>
            <th scope="col">Binding</th>
            <th scope="col">Role</th>
            <th scope="col">Verbs</th>
            <th scope="col">Resources</th>
            <th scope="col">Mismatches</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.key} data-fits={row.rule?.misses.length === 0}>
              <td title={bindingTitle(row.grant)}>{bindingText(row.grant)}</td>
              <td title={row.grant.role.kind}>{row.grant.role.name}</td>
              <td>{row.rule?.verbs.join(' ') ?? ''}</td>
              <td>
                {whatText(row.rule)}{' '}
                {row.rule !== null && row.rule.names.length > 0 && <code>{row.rule.names.join(', ')}</code>}
              </td>
              <td className={styles.quiet}>{missText(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
