import { numberText } from '#ui/model/words.ts'
import dockStyles from '#ui/rooms/config/dock/dock.module.css'
import { chosenSample } from '#ui/rooms/config/policy-state/policy-store.ts'
import { costRows } from '#ui/rooms/config/policy-state/cost-rows.ts'
import { usePolicyState } from '#ui/rooms/config/policy-state/use-policy.ts'
import { costText } from './policy-lenses.ts'
import styles from './policy-dock.module.css'

/** Each expression's cost for the sample and at worst, on a logarithmic scale with the limits. [CB13] */
export function CostChart() {
  const check = usePolicyState((state) => state.check)
  const sample = usePolicyState(chosenSample)
  const trial = usePolicyState((state) => (sample === undefined ? undefined : state.trials[sample.id]))
  const limits = usePolicyState((state) => state.limits)
  const rows = costRows(check, trial, limits)
  if (rows.length === 0) return <p className={dockStyles.say}>There are no expressions.</p>
  return (
    <table className={styles.costs}>
      <caption className="visually-hidden">Cost of each expression for the sample and at worst</caption>
      <thead>
        <tr>
          <th scope="col">Expression</th>
          <td aria-hidden="true" className={styles.scale}>
            <span>1</span>
            <span style={{ marginRight: `${(1 - (rows[0]?.limitShare ?? 1)) * 100}%` }}>
              limit<span className={styles.what}> of a call</span> {numberText(limits.call)}
            </span>
          </td>
          <th scope="col">now</th>
          <th scope="col">at worst</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ pointer, label, path, now, worst, nowShare, worstShare, limitShare, isOver }) => (
          <tr key={pointer}>
            <th scope="row" title={path}>
              {label}
            </th>
            <td aria-hidden="true">
              <span className={styles.bar}>
                <i className={styles.worst} style={{ width: `${worstShare * 100}%` }} />
                <i className={styles.now} style={{ width: `${nowShare * 100}%` }} />
                <i className={styles.limit} style={{ left: `${limitShare * 100}%` }} />
              </span>
            </td>
            <td>{now === null ? '−' : numberText(now)}</td>
            <td className={isOver ? styles.isOver : undefined}>
              {worst === null ? '−' : costText(worst)}
              {isOver && <span className="visually-hidden"> may pass the limit</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
