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

/** The table of rules; on a page too narrow for it, it scrolls sideways. */
function Rules({ shown }: { readonly shown: readonly Row[] }) {
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
          {shown.map(({ key, grant, rule }) => (
            <tr key={key} data-fits={rule?.misses.length === 0}>
              <td title={`${grant.binding.kind} to ${grant.subject.kind} ${grant.subject.name}`}>
                {grant.binding.namespace === '' ? '' : `${grant.binding.namespace}/`}
                {grant.binding.name}
              </td>
              <td title={grant.role.kind}>{grant.role.name}</td>
              <td>{rule?.verbs.join(' ') ?? ''}</td>
              <td>
                {[...(rule?.resources ?? []), ...(rule?.urls ?? [])].join(' ')}{' '}
                {rule !== null && rule.names.length > 0 && <code>{rule.names.join(', ')}</code>}
              </td>
              <td className={styles.quiet}>{rule === null ? grant.error : rule.misses.join(', ') || 'matches'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
