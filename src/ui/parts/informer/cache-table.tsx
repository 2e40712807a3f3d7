import { useStore } from 'zustand'
import type { ApiObject } from '#api/object-meta.ts'
import { Button, classes } from '#ui/kit/button.tsx'
import { lastSegment } from '#ui/kit/changes/path-words.ts'
import { markOf, MiniGlyph } from '#ui/kit/glyph.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { countText } from '#ui/model/words.ts'
import { type KeyRow, type TellingField, tellingField } from './stale.ts'
import { type Followed, informerBench } from './store.ts'
import { type Lag, useInformer } from './use-informer.ts'
import styles from './informer.module.css'

/** Rows and events that are drawn; the rest is counted. */
const ROWS_MAX = 100
const WAITING_MAX = 24

interface CacheTableProps {
  readonly followed: Followed
  readonly lag: Lag
}

/** Returns the rows that are drawn: all of a small collection, else those that are stale. */
function shownRows(keys: readonly KeyRow[]): readonly KeyRow[] {
  return keys.length <= ROWS_MAX ? keys : keys.filter(({ isStale }) => isStale).slice(0, ROWS_MAX)
}

/** Each key as the client has it and as the server has it. */
export function CacheTable({ followed, lag }: CacheTableProps) {
  const { version, filledAt } = useInformer()
  const { keys, newest } = lag
  const shown = shownRows(keys)
  const staleCount = keys.filter(({ isStale }) => isStale).length
  const isKnown = filledAt !== ''
  return (
    // Scrolls by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.cache} aria-label="The client’s cache and the server" tabIndex={0}>
      <table data-testid="informer-cache">
        <thead>
          <tr>
            <th scope="col">Key</th>
            <th scope="col">
              Client’s cache <small>{isKnown && `at ${version === '' ? filledAt : version}`}</small>
            </th>
            <th scope="col">
              Server <small>at {newest}</small>
            </th>
            <th scope="col">Between them</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <Row key={row.key} row={row} followed={followed} />
          ))}
        </tbody>
      </table>
      <p className={styles.sum} role="status" data-testid="informer-stale">
        {isKnown && <Sum keys={keys} staleCount={staleCount} hiddenCount={keys.length - shown.length} />}
      </p>
      <Waiting lag={lag} />
    </section>
  )
}

interface SumProps {
  readonly keys: readonly KeyRow[]
  readonly staleCount: number
  readonly hiddenCount: number
}

function Sum({ keys, staleCount, hiddenCount }: SumProps) {
  const hidden = hiddenCount === 0 ? '' : ` ${countText(hiddenCount, 'key')} not shown.`
  if (staleCount === 0)
    return (
      <>
        The cache holds what the server has: {countText(keys.length, 'key')}.{hidden}
      </>
    )
  return (
    <>
      <b>
        {staleCount} of {countText(keys.length, 'key')} {staleCount === 1 ? 'is' : 'are'} not what the server has.
      </b>{' '}
      The client answers its own reads from the cache, so it decides on that.{hidden}
    </>
  )
}

interface RowProps {
  readonly row: KeyRow
  readonly followed: Followed
}

function Row({ row, followed }: RowProps) {
  const { refilled, filledAt } = useInformer()
  const { key, cached, live } = row
  // Before the first answer the cache is unknown, not stale.
  const isKnown = filledAt !== ''
  const isStale = isKnown && row.isStale
  const field = isStale ? tellingField(row) : null
  const isRefilled = refilled.has(key.includes('/') ? key : `/${key}`)
  return (
    <tr className={classes(isStale && styles.stale, isRefilled && styles.refilled)} data-stale={isStale}>
      <th scope="row">
        <code>{key}</code>
      </th>
      <td>{cached === null ? isKnown && 'not there' : <Held field={field} side={0} object={cached} />}</td>
      <td>{live === null ? 'deleted' : <Held field={field} side={1} object={live} />}</td>
      <td>
        <span className={styles.between}>{isKnown && <Between row={row} followed={followed} />}</span>
      </td>
    </tr>
  )
}

/** The writes that the client has missed, and what it can try meanwhile. */
function Between({ row: { key, cached, missed, isStale, age }, followed }: RowProps) {
  const lab = useLab()
  const you = useStore(lab.actor, (state) => state.name)
  return (
    <>
      {missed.slice(0, 3).map((write) => (
        <MiniGlyph key={write.revision} mark={markOf(write, you)} rings={false} box={16} />
      ))}
      {missed.length > 0 && <span>{countText(missed.length, 'write')}</span>}
      {isStale && <small>{age === 0 ? 'stale' : `stale for ${countText(age, 'revision')}`}</small>}
      {isStale && cached !== null && (
        <Button
          size="small"
          look="ghost"
          onClick={() => void informerBench(lab).writeFromCache(followed, cached)}
          aria-label={`Update from cache: ${key}`}
        >
          Update from cache
        </Button>
      )}
    </>
  )
}

interface HeldProps {
  readonly field: TellingField | null
  readonly side: 0 | 1
  readonly object: ApiObject
}

function Held({ field, side, object }: HeldProps) {
  return (
    <>
      {field !== null && (
        <span className={styles.value} title={`${field.path}: ${field.values[side]}`}>
          {lastSegment(field.path)} <b>{field.values[side]}</b>
        </span>
      )}
      <code>{object.metadata.resourceVersion}</code>
    </>
  )
}

const eventOf = { created: 'ADDED', removed: 'DELETED' } as const
const eventWord = (effect: string): string =>
  effect === 'created' || effect === 'removed' ? eventOf[effect] : 'MODIFIED'

/** The events that the client has not read, in order. */
function Waiting({ lag: { waiting } }: { readonly lag: Lag }) {
  if (waiting.length === 0) return null
  return (
    <>
      <h3>To be read, in order</h3>
      <ol className={styles.waiting} data-testid="informer-waiting">
        {waiting.slice(0, WAITING_MAX).map(({ revision, effect, name }) => (
          <li key={revision}>
            <code>{revision}</code>
            <span>
              {eventWord(effect)} {name}
            </span>
          </li>
        ))}
        {waiting.length > WAITING_MAX && <li>{waiting.length - WAITING_MAX} more</li>}
      </ol>
    </>
  )
}
