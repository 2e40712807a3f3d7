import { useState } from 'react'
import type { GrantTrial, RuleTrial } from '#facts/config-api.ts'
import { Button } from '#ui/kit/button.tsx'
import { countText } from '#ui/model/words.ts'
import styles from './decision.module.css'

interface Row {
  readonly key: string
  readonly grant: GrantTrial
  readonly rule: RuleTrial | null
}

/** Another verb or name away from what is asked, not another resource: these say something about the request. */
const isNear = ({ rule }: Row): boolean =>
  rule !== null && rule.misses.length <= 2 && !rule.misses.includes('resource') && !rule.misses.includes('url')

/** A rule that fits speaks for itself. */
function nearest(rows: readonly Row[]): readonly Row[] {
  const fitting = rows.filter(({ rule }) => rule?.misses.length === 0)
  const broken = rows.filter(({ rule }) => rule === null)
  return fitting.length > 0 ? fitting : [...rows.filter(isNear), ...broken]
}

/** Rules that miss least come first. */
const rowsOf = (grants: readonly GrantTrial[]): readonly Row[] =>
  grants
    .flatMap((grant): readonly Row[] => {
      const key = `${grant.binding.namespace}/${grant.binding.name}`
      return grant.rules.length === 0
        ? [{ key, grant, rule: null }]
        : grant.rules.map((rule, at) => ({ key: `${key} ${at}`, grant, rule }))
    })
    .toSorted((a, b) => (a.rule?.misses.length ?? 9) - (b.rule?.misses.length ?? 9))

/** Bindings that reach the user, rule by rule, with what of each does not fit. */
export function RoleTable({ grants }: { readonly grants: readonly GrantTrial[] }) {
  const [isWhole, setWhole] = useState(false)
  const rows = rowsOf(grants)
  const near = nearest(rows)
  const shown = isWhole ? rows : near
  return (
    <>
      {shown.length > 0 && (
        <table className={styles.roles}>
          <thead>
            <tr>
              <th scope="col">Binding</th>
              <th scope="col">Role</th>
              <th scope="col">Verbs</th>
              <th scope="col">Resources</th>
              <th scope="col">Misses</th>
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
                <td className={styles.quiet}>{rule === null ? grant.error : rule.misses.join(', ') || 'fits'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {rows.length > near.length && (
        <Button size="small" look="ghost" className={styles.more} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Only what is near' : `${countText(rows.length - near.length, 'rule')} about other things`}
        </Button>
      )}
    </>
  )
}
