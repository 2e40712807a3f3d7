import { useStore } from 'zustand'
import { classes } from '#ui/kit/button.tsx'
import { moveInGrid } from '#ui/kit/grid-keys.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { applyWords, managersOf } from './apply-words.ts'
import { type ClientId, type Order, orders, orderWords, stepsOf, type Way, ways } from './orders.ts'
import { type Outcome, outcomeWords } from './run-race.ts'
import { fieldText } from './race-field.ts'
import { cellKey, chosenField, raceStore } from './store.ts'
import { useChoice, useNames } from './use-race.ts'
import styles from './matrix.module.css'

const look: Readonly<Record<Outcome['type'], string | undefined>> = {
  'in-turn': styles.good,
  lost: styles.lost,
  refused: styles.bad,
}

/** An order as two lanes: circles read, diamonds write. */
function Lanes({ order }: { readonly order: Order }) {
  const y: Readonly<Record<ClientId, number>> = { a: 8, b: 22 }
  return (
    <svg width="90" height="30" aria-hidden="true" className={styles.lanes}>
      <path d="M4 8H86M4 22H86" />
      {stepsOf(order).map(({ client, verb }, at) => {
        const x = 14 + at * 21
        const middle = y[client]
        return verb === 'read' ? (
          <circle key={x} cx={x} cy={middle} r="3.5" />
        ) : (
          <path key={x} className={styles.write} d={`M${x} ${middle - 5}l5 5l-5 5l-5-5z`} />
        )
      })}
    </svg>
  )
}

function Cell({ way, order }: { readonly way: Way; readonly order: Order }) {
  const race = raceStore(useLab())
  const outcome = useStore(race.store, ({ cells }) => cells.get(cellKey(way, order)))
  const choice = useChoice()
  const names = useNames()
  const isChosen = choice.way === way && choice.order === order
  const [first, second] = outcome === undefined ? ['…', 'not asked yet'] : outcomeWords(outcome, names)
  return (
    // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the button is the content
    <td className={classes(outcome !== undefined && look[outcome.type], isChosen && styles.here)}>
      <button
        type="button"
        data-cell={cellKey(way, order)}
        data-outcome={outcome?.type}
        aria-pressed={isChosen}
        tabIndex={isChosen ? 0 : -1}
        onClick={() => void race.choose({ way, order })}
      >
        <b>{first}</b>
        <span>{second}</span>
      </button>
    </td>
  )
}

/** The outcome of each order in each way. */
export function Matrix() {
  const choice = useChoice()
  const names = useNames()
  const { isRunning } = useStore(raceStore(useLab()).store)
  return (
    <section className={styles.all} aria-label="All orders">
      <header>
        <h3>All six orders</h3>
        <small>a read, then a write, for each</small>
        <small className={styles.signs} aria-hidden="true">
          <svg width="9" height="9" viewBox="0 0 9 9">
            <circle cx="4.5" cy="4.5" r="3.5" />
          </svg>{' '}
          read{' '}
          <svg width="10" height="10" viewBox="0 0 10 10">
            <path d="M0 5l5-5l5 5l-5 5z" />
          </svg>{' '}
          write
        </small>
      </header>
      <div className={styles.scroll}>
        {/* Keys of the buttons in it. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <table
          className={styles.matrix}
          onKeyDown={(event) => moveInGrid(event, ways.length)}
          aria-busy={isRunning}
          data-testid="race-matrix"
        >
          <thead>
            <tr>
              <th scope="col">
                {names.a} above, {names.b} below
              </th>
              {ways.map(({ id, title }) => (
                <th key={id} scope="col" className={classes(id === choice.way && styles.on)}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {orders.map((order) => (
              <tr key={order} className={classes(order === choice.order && styles.current)}>
                <th scope="row">
                  <Lanes order={order} />
                  <span>{orderWords(order, names)}</span>
                </th>
                {ways.map(({ id }) => (
                  <Cell key={id} way={id} order={order} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Legend />
    </section>
  )
}

/** Returns the sentence about the column of Apply; `''` until all of it is known. */
function useApplyWords(): string {
  const { cells, subject, fields } = useStore(raceStore(useLab()).store)
  const field = chosenField(fields, useChoice())
  const names = useNames()
  const outcomes = orders.flatMap((order) => {
    const outcome = cells.get(cellKey('apply', order))
    return outcome === undefined ? [] : [[order, outcome] as const]
  })
  if (subject === null || field === undefined || outcomes.length < orders.length) return ''
  return applyWords(outcomes, names, { field: fieldText(field), managers: managersOf(subject.object, field.path) })
}

function Legend() {
  const ofApply = useApplyWords()
  return (
    <dl className={styles.legend}>
      <dt className={styles.good}>200 200</dt>
      <dd>Both changes are stored, in turn: the second client had read the first one's.</dd>
      <dt className={styles.bad}>409</dt>
      <dd>The named writer is refused and nothing is lost. {ofApply}</dd>
      <dt className={styles.bad}>422</dt>
      <dd>
        The <code>test</code> operation of the patch failed, or the server requires a version.
      </dd>
      <dt className={styles.lost}>lost</dt>
      <dd>Both get 200. The named writer's change is gone, and no one is told.</dd>
    </dl>
  )
}
