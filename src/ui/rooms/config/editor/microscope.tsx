import { IconButton, classes } from '#ui/kit/button.tsx'
import { evaluateExpression, type EvaluatedNode } from '#config/evaluate-expression.ts'
import { numberText } from '#ui/model/words.ts'
import { SecondOpinion } from './second-opinion.tsx'
import { typeOfValue } from './value-type.ts'
import { costLimit } from '#ui/rooms/config/state/check-text.ts'
import { expressionPlaces } from '#ui/rooms/config/state/expression-places.ts'
import { sampleOf } from '#ui/rooms/config/state/try-store.ts'
import { variableFor } from '#ui/rooms/config/state/samples.ts'
import { textOf } from '#ui/rooms/config/state/room-store.ts'
import { useRoom, useRoomState, useTryState } from '#ui/rooms/config/state/use-room.ts'
import styles from './microscope.module.css'

/** Shows an expression as its tree: each node with its value, type and cost for the input of Try it. [CB5] */
export function Microscope() {
  const { store } = useRoom()
  const inspected = useRoomState((state) => state.inspected)
  const text = useRoomState((state) => textOf(state, state.file))
  const input = useTryState((state) => state.input)
  const place = expressionPlaces(text).find(({ path }) => path === inspected?.path)
  const close = () => store.inspect(null)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className={styles.scope}
      aria-label="Microscope"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        close()
      }}
    >
      <header>
        <h3>Microscope</h3>
        <code title={inspected?.path}>{inspected?.path}</code>
        <IconButton icon="x" size="small" iconSize={14} label="Close the microscope" onClick={close} />
      </header>
      {place === undefined ? (
        <p className={styles.say}>The expression no longer exists.</p>
      ) : (
        <Parts
          source={place.source}
          scope={place.scope}
          variable={variableFor(text, sampleOf(input), place.scope, place.item)}
        />
      )}
    </section>
  )
}

interface PartsProps {
  readonly source: string
  readonly scope: 'claims' | 'user' | 'request'
  readonly variable: ReturnType<typeof variableFor>
}

function Parts({ source, scope, variable }: PartsProps) {
  const result = evaluateExpression(scope, source, variable ?? {}, { isExplained: true })
  if (result.type === 'error' && result.stage === 'compile')
    return <pre className={styles.compile}>{result.message}</pre>
  const part = Math.min(100, (result.cost / costLimit) * 100)
  return (
    <>
      {variable === null && (
        <p className={styles.say}>
          There is no {scope === 'request' ? 'request' : 'token'} in Try it: the values below are those of an empty one.
        </p>
      )}
      <p className={styles.cost}>
        <span>
          cost <b>{numberText(result.cost)}</b> of {numberText(costLimit)} for one call
        </span>
        <span className={styles.budget} aria-hidden="true">
          <i style={{ width: `max(2px, ${part}%)` }} />
        </span>
      </p>
      <div className={styles.table} role="table" aria-label="Parts of the expression">
        <div role="row" className={styles.heads}>
          <span role="columnheader">Part</span>
          <span role="columnheader">Value</span>
          <span role="columnheader">Type</span>
          <span role="columnheader">Cost</span>
        </div>
        {result.nodes.map((node) => (
          <PartRow key={`${node.range.start} ${node.range.end} ${node.depth}`} node={node} />
        ))}
      </div>
      <SecondOpinion source={source} scope={scope} variable={variable ?? {}} />
    </>
  )
}

function PartRow({ node }: { readonly node: EvaluatedNode }) {
  const { text, depth, value, type, cost, times, isError } = node
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
