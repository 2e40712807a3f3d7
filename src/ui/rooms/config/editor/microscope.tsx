import { IconButton } from '#ui/kit/button.tsx'
import { evaluateExpression } from '#config/evaluate-expression.ts'
import { PartsTable } from './parts-table.tsx'
import { SecondOpinion } from './second-opinion.tsx'
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
  return (
    <>
      {variable === null && (
        <p className={styles.say}>
          There is no {scope === 'request' ? 'request' : 'token'} in Try it: the values below are those of an empty one.
        </p>
      )}
      <PartsTable cost={result.cost} limit={costLimit} parts={result.nodes} />
      <SecondOpinion source={source} scope={scope} variable={variable ?? {}} />
    </>
  )
}
