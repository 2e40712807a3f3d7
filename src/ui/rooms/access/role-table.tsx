import { useState } from 'react'
import type { GrantTrial, RuleTrial } from '#facts/config-api.ts'
import { Button } from '../../controls/button.tsx'
import styles from './decision.module.css'

interface Row {
  readonly key: string
  readonly grant: GrantTrial
  readonly rule: RuleTrial | null
}

const rowsMax = 8

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
  const shown = isWhole ? rows : rows.slice(0, rowsMax)
  return (
    <>
      <table className={styles.roles}>
        <thead>
          <tr>
            <th scope="col">Binding</th>
            <th scope="col">Role</th>
            <th scope="col">Verbs</th>
            <th scope="col">Resources</th>
            <th scope="col">Does not fit</th>
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
      {rows.length > rowsMax && (
        <Button size="small" look="ghost" onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Fewer rules' : `${rows.length - rowsMax} more rules`}
        </Button>
      )}
    </>
  )
}
