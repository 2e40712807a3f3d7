import { type KeyboardEvent, useRef } from 'react'
import { KindSquare } from '#ui/kit/text.tsx'
import { classes } from '#ui/kit/button.tsx'
import { countText, numberText } from '#ui/model/words.ts'
import { type ComparedObject, type Comparison, differenceText } from './compare-clusters.ts'
import styles from './compare.module.css'

interface ObjectListProps {
  readonly comparison: Comparison
  readonly liveTitle: string
  readonly forkedAt: number
  /** The key of the chosen object. */
  readonly chosen: string
  readonly onChoose: (key: string) => void
}

/** The objects that differ, then those with the same content in another version. Arrow keys choose one. [BC1] */
export function ObjectList({ comparison, liveTitle, forkedAt, chosen, onChoose }: ObjectListProps) {
  const { differing, rewritten, sameCount } = comparison
  const list = useRef<HTMLDivElement>(null)
  const shown = [...differing, ...rewritten]
  const at = shown.findIndex(({ key }) => key === chosen)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: shown.length - 1,
    }
    const next = Object.hasOwn(moves, event.key) ? shown[moves[event.key] ?? 0] : undefined
    if (next === undefined) return
    event.preventDefault()
    onChoose(next.key)
    list.current?.querySelector(`[data-key="${CSS.escape(next.key)}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  const row = (object: ComparedObject, index: number) => (
    <Row
      key={object.key}
      id={`compared-${index}`}
      object={object}
      liveTitle={liveTitle}
      isChosen={object.key === chosen}
      onChoose={() => onChoose(object.key)}
    />
  )
  return (
    <section className={styles.objects} aria-label="Objects that differ">
      <h3>
        Objects that differ <small>{`${differing.length} of ${shown.length + sameCount}`}</small>
      </h3>
      <div
        ref={list}
        role="listbox"
        tabIndex={0}
        aria-label="Objects that differ"
        aria-activedescendant={at < 0 ? undefined : `compared-${at}`}
        className={styles.rows}
        onKeyDown={onKeyDown}
      >
        {differing.map((object, index) => row(object, index))}
        {rewritten.length > 0 && (
          <p role="presentation" className={styles.heading}>
            Same content, other version
          </p>
        )}
        {rewritten.map((object, index) => row(object, differing.length + index))}
      </div>
      <p className={styles.note}>
        {sameCount === 0
          ? 'No object is the same version on both sides.'
          : `${countText(sameCount, 'object')} ${sameCount === 1 ? 'is' : 'are'} the same: nobody wrote ${
              sameCount === 1 ? 'it' : 'them'
            } after ${numberText(forkedAt)}.`}
      </p>
    </section>
  )
}

interface RowProps {
  readonly id: string
  readonly object: ComparedObject
  readonly liveTitle: string
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function Row({ id, object, liveTitle, isChosen, onChoose }: RowProps) {
  const { key, kind, group, namespace, name, live, branch } = object
  return (
    // The list handles the keys; the click handler is for pointers.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      role="option"
      id={id}
      data-key={key}
      aria-selected={isChosen}
      className={classes(
        styles.row,
        isChosen && styles.isChosen,
        (live === null || branch === null) && styles.isOneSided,
      )}
      onClick={onChoose}
    >
      <span className={styles.name} title={`${kind} ${namespace === '' ? '' : `${namespace}/`}${name}`}>
        <KindSquare kind={kind} group={group} /> <b>{name}</b> <small>{kind}</small>
      </span>
      <span className={styles.what}>{differenceText(object, liveTitle)}</span>
      <code>{live?.metadata.resourceVersion ?? '–'}</code>
      <code>{branch?.metadata.resourceVersion ?? '–'}</code>
    </div>
  )
}
