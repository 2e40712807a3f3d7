import type { ExpressionPart } from '#facts/admission-trial-api.ts'
import { classes } from '#ui/kit/button.tsx'
import { numberText } from '#ui/model/words.ts'
import { typeOfValue } from './value-type.ts'
import styles from './microscope.module.css'

interface PartsTableProps {
  readonly cost: number
  readonly limit: number
  readonly parts: readonly ExpressionPart[]
}

/** The cost of an evaluation, and each part of the expression with its value, type and cost. */
export function PartsTable({ cost, limit, parts }: PartsTableProps) {
  return (
    <>
      <p className={styles.cost}>
        <span>
          cost <b>{numberText(cost)}</b> of {numberText(limit)} for one call
        </span>
        <span className={styles.budget} aria-hidden="true">
          <i style={{ width: `max(2px, ${Math.min(100, (cost / limit) * 100)}%)` }} />
        </span>
      </p>
      <div className={styles.table} role="table" aria-label="Parts of the expression">
        <div role="row" className={styles.heads}>
          <span role="columnheader">Part</span>
          <span role="columnheader">Value</span>
          <span role="columnheader">Type</span>
          <span role="columnheader">Cost</span>
        </div>
        {parts.map((part) => (
          <PartRow key={`${part.range.start} ${part.range.end} ${part.depth}`} part={part} />
        ))}
      </div>
    </>
  )
}

function PartRow({ part: { text, depth, value, type, cost, times, isError } }: { readonly part: ExpressionPart }) {
  return (
    <div role="row" className={styles.row}>
      <span role="cell" className={styles.part} style={{ paddingLeft: 12 + depth * 16 }}>
        <code title={text}>{text}</code>
      </span>
      <span role="cell">
        <code className={classes(isError && styles.isBad, type === 'bool' && !isError && styles[value])} title={value}>
          {value}
        </code>
        {times > 1 && <em> {times} times</em>}
      </span>
      <span role="cell" className={styles.type}>
        {typeOfValue(type, isError ? '' : value)}
      </span>
      <span role="cell" className={styles.number}>
        {numberText(cost)}
      </span>
    </div>
  )
}
