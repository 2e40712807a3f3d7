import { Fragment } from 'react'
import { PROPOSED_SIZE, type SizeAdvice } from '#policy/size-advice.ts'
import { numberText } from '#ui/model/words.ts'
import dockStyles from '#ui/rooms/config/dock/dock.module.css'
import { chosenSample, noCheck } from '#ui/rooms/config/policy-state/policy-store.ts'
import { type CostRow, costRows, type CostTick, costTicks } from '#ui/rooms/config/policy-state/cost-rows.ts'
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
  const ticks = costTicks(limits)
  if (rows.length === 0)
    return (
      <p className={dockStyles.say}>{check === noCheck ? 'Reading the expressions…' : 'There are no expressions.'}</p>
    )
  return (
    <>
      <table className={styles.costs}>
        <caption className="visually-hidden">Cost of each expression for the sample and at worst</caption>
        <thead>
          <tr>
            <th scope="col">Expression</th>
            <td aria-hidden="true" className={styles.scale}>
              <span className={styles.axis}>
                {ticks.filter(isLabelled).map(({ cost, share, type }) => (
                  <span key={cost} data-type={type} data-end={share === 1} style={{ left: `${share * 100}%` }}>
                    {tickText(cost)}
                  </span>
                ))}
              </span>
            </td>
            <th scope="col">now</th>
            <th scope="col">at worst</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <CostLine key={row.pointer} row={row} ticks={ticks} />
          ))}
        </tbody>
      </table>
      <OverLimit rows={rows} limit={limits.call} />
    </>
  )
}

/** The cost of one expression as a bar and in numbers. */
function CostLine({ row, ticks }: { readonly row: CostRow; readonly ticks: readonly CostTick[] }) {
  const { label, path, now, worst, nowShare, worstShare, isOver } = row
  return (
    <tr>
      <th scope="row" title={path}>
        {label}
      </th>
      <td aria-hidden="true">
        <span className={styles.bar}>
          {ticks.map(({ cost, share, type }) => (
            <i
              key={cost}
              className={type === 'limit' ? styles.limit : styles.power}
              style={{ left: `${share * 100}%` }}
            />
          ))}
          <i className={styles.worst} style={{ width: `${worstShare * 100}%` }} />
          <i className={styles.now} style={{ width: `${nowShare * 100}%` }} />
        </span>
      </td>
      <td>{now === null ? '−' : numberText(now)}</td>
      <td className={isOver ? styles.isOver : undefined}>
        {worst === null ? '−' : costText(worst)}
        {isOver && <span className="visually-hidden"> may pass the limit</span>}
      </td>
    </tr>
  )
}

/** The limits, and every second power of ten, as far as they do not stand beside a limit. */
const isLabelled = ({ cost, type }: CostTick): boolean => type === 'limit' || (Math.log10(cost) % 2 === 0 && cost < 1e5)

/** `10 000`, `1 M` */
const tickText = (cost: number): string => (cost >= 1e6 ? `${cost / 1e6} M` : numberText(cost))

/** Names the expressions that may cost more than a call may, and the fields whose limits would lower such costs. [CB18] */
function OverLimit({ rows, limit }: { readonly rows: readonly CostRow[]; readonly limit: number }) {
  const over = rows.filter(({ isOver }) => isOver)
  if (over.length === 0)
    return (
      <p className={styles.under}>
        The red lines are the limits of one call, {numberText(limit)}, and of all calls for one object.
      </p>
    )
  return over.map(({ pointer, label, advice }) => (
    <p key={pointer} className={styles.under}>
      <b>{label}</b> may pass the limit of one call, {numberText(limit)}
      {advice === null ? '.' : <Advice {...advice} />}
    </p>
  ))
}

function Advice({ fields, worst }: SizeAdvice) {
  return (
    <>
      :{' '}
      {fields.map(({ path, keyword }, at) => (
        <Fragment key={path}>
          {at > 0 && ', '}
          <code>{path}</code> has no <code>{keyword}</code>
        </Fragment>
      ))}
      . With {PROPOSED_SIZE}
      {fields.length > 1 && ' each'} it is {costText(worst)}.
    </>
  )
}
