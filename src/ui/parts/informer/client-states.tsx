import type { ReactNode } from 'react'
import { classes } from '#ui/kit/button.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { bytesText, countText } from '#ui/model/words.ts'
import type { Filling, InformerState } from './informer-state.ts'
import { informerBench } from './store.ts'
import { type Lag, useChoice, useInformer } from './use-informer.ts'
import states from './client-states.module.css'
import styles from './informer.module.css'

interface StateBoxProps {
  readonly title: string
  readonly words: string
  readonly look: 'done' | 'here' | 'next' | 'gone'
  /** Words at the arrow that leads here; `''` for none. */
  readonly cause: string
}

function StateBox({ title, words, look, cause }: StateBoxProps) {
  return (
    <li className={states[look]} aria-current={look === 'here' ? 'step' : undefined} data-look={look}>
      {cause !== '' && <em className={states.cause}>{cause}</em>}
      <b>{title}</b>
      <span>{words}</span>
    </li>
  )
}

/** Returns the states that the client goes through: where it was, where it is, and what can come. */
function boxesOf(state: InformerState, filling: Filling, waitingCount: number): readonly StateBoxProps[] {
  const { phase, version, filledAt, eventCount, bookmarkCount, expired, refills } = state
  const again = refills === 0 ? '' : `, filled again ${countText(refills, 'time')}`
  return [
    {
      title: filling === 'stream' ? 'Stream the list' : 'List',
      words: filledAt === '' ? 'asked' : `200 at ${filledAt}${again}`,
      look: phase === 'filling' ? 'here' : 'done',
      cause: '',
    },
    {
      title: filledAt === '' ? 'Watch' : `Watch from ${filledAt}`,
      words: `${countText(eventCount, 'event')}, ${countText(bookmarkCount, 'bookmark')}`,
      look: phase === 'watching' ? 'here' : eventCount + bookmarkCount > 0 ? 'done' : 'next',
      cause: '',
    },
    {
      title: 'No connection',
      words: version === '' ? 'nothing read' : `at ${version}, ${waitingCount} to read`,
      look: phase === 'stopped' && version !== '' ? 'here' : 'next',
      cause: 'stopped',
    },
    expiredBox(expired !== null, version),
  ]
}

function expiredBox(wasExpired: boolean, version: string): StateBoxProps {
  const title = '410 Expired'
  const cause = version === '' ? 'expired' : `${version} expires`
  if (!wasExpired) return { title, words: 'not yet', look: 'next', cause }
  return version === ''
    ? { title, words: 'lists next', look: 'gone', cause }
    : { title, words: 'listed again', look: 'done', cause }
}

interface ClientStatesProps {
  readonly lag: Lag
  /** More rows below the states. */
  readonly children: ReactNode
}

/** Shows the state of the client, its lag, and the controls for how it reads. */
export function ClientStates({ lag, children }: ClientStatesProps) {
  const state = useInformer()
  const { filling } = useChoice()
  const { phase, version, filledAt, eventCount, bytes } = state
  const boxes = boxesOf(state, filling, lag.waiting.length)
  const behind = Math.max(0, lag.newest - Number(version === '' ? filledAt : version))
  return (
    <div className={styles.top}>
      <div className={states.loop}>
        <ol
          className={states.states}
          aria-label="States of the client"
          data-testid="informer-states"
          data-phase={phase}
        >
          {boxes.map((box) => (
            <StateBox key={box.title} {...box} />
          ))}
        </ol>
        <p className={classes(states.again, state.expired !== null && states.travelled)}>start over</p>
      </div>
      <dl className={styles.figures}>
        <dt>Behind</dt>
        <dd data-testid="informer-behind">{filledAt === '' ? 'not known yet' : countText(behind, 'revision')}</dd>
        <dt>To read</dt>
        <dd>{countText(lag.waiting.length, 'event')}</dd>
        <dt>Received</dt>
        <dd>
          {countText(eventCount, 'event')}, {bytesText(bytes)}
        </dd>
      </dl>
      <Modes />
      {children}
    </div>
  )
}

/** Controls for filling the cache, and for bookmarks that move the version. */
function Modes() {
  const bench = informerBench(useLab())
  const { filling, bookmarks } = useChoice()
  return (
    <div className={styles.modes}>
      <label>
        <span>Fill the cache by</span>
        <select
          value={filling}
          data-testid="informer-filling"
          onChange={({ target }) => void bench.choose({ filling: target.value === 'stream' ? 'stream' : 'list' })}
        >
          <option value="list">a list, then a watch</option>
          <option value="stream">a watch that begins with the objects (streaming list)</option>
        </select>
      </label>
      <label className={classes(styles.check)}>
        <input
          type="checkbox"
          checked={bookmarks}
          onChange={({ target }) => void bench.choose({ bookmarks: target.checked })}
        />
        Bookmarks move the version on while nothing happens here
      </label>
    </div>
  )
}
