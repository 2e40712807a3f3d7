import { type KeyboardEvent, type RefObject, useLayoutEffect } from 'react'
import type { ClusterInfo, ClusterWrite } from '#facts/clusters-api.ts'
import type { WriteVerb } from '#facts/fact.ts'
import { classes } from '#ui/kit/button.tsx'
import { MiniGlyph } from '#ui/kit/glyph.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { kindHue } from '#ui/kit/kind-hue.ts'
import { numberText } from '#ui/model/words.ts'
import { type ClusterRow, contentText, keptText, sizeText, usedText } from './cluster-rows.ts'
import { isShownElsewhere } from './shown-elsewhere.ts'
import styles from './clusters.module.css'

interface ListProps {
  readonly listbox: RefObject<HTMLDivElement | null>
  readonly rows: readonly ClusterRow[]
  readonly chosen: string
  readonly shown: string
  readonly nowMs: number
  /** The kind of a resource, for the hue of its glyph; `''` if unknown. */
  readonly kindOf: (write: ClusterWrite) => string
  /** The clusters that tabs show, once for each tab. */
  readonly tabs: readonly string[]
  /** The names of the other tabs that show a cluster, in words; `''` before they answer. */
  readonly tabsOf: (cluster: ClusterInfo) => string
  readonly onChoose: (name: string) => void
  readonly onOpen: (cluster: ClusterInfo) => void
  readonly onRename: () => void
  readonly onDelete: () => void
  readonly onDuplicate: () => void
}

const verbs: readonly string[] = ['create', 'update', 'patch', 'apply', 'delete']
const isVerb = (verb: string): verb is WriteVerb => verbs.includes(verb)

function LastWrites({ cluster, kindOf }: { readonly cluster: ClusterInfo; readonly kindOf: ListProps['kindOf'] }) {
  const writes = cluster.figures?.lastWrites ?? []
  return (
    <span className={styles.writes} aria-hidden="true">
      {writes.map((write, index) => {
        const verb = isVerb(write.verb) ? write.verb : 'update'
        const mark = { verb, pending: false, hue: kindHue(kindOf(write), write.group), person: 'loop' as const }
        // The writes of a row have no identity of their own.
        // oxlint-disable-next-line react/no-array-index-key
        return <MiniGlyph key={index} mark={mark} k={0.8} box={14} />
      })}
    </span>
  )
}

/** Returns the key handler of the list. Keys without a meaning here go on to the dialog. */
function listKeys({ rows, chosen, onChoose, onOpen, onRename, onDelete, onDuplicate }: ListProps) {
  const at = rows.findIndex(({ cluster }) => cluster.name === chosen)
  const choose = (index: number): void => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))]
    if (row !== undefined) onChoose(row.cluster.name)
  }
  const open = (): void => {
    const row = rows[at]
    if (row !== undefined && row.cluster.deletedMs === undefined) onOpen(row.cluster)
  }
  const keys: ReadonlyMap<string, () => void> = new Map([
    ['ArrowDown', () => choose(at + 1)],
    ['ArrowUp', () => choose(at - 1)],
    ['Home', () => choose(0)],
    ['End', () => choose(rows.length - 1)],
    ['Enter', open],
    ['F2', onRename],
    ['Delete', onDelete],
    ['Mod d', onDuplicate],
  ])
  return (event: KeyboardEvent): void => {
    const run = keys.get(event.ctrlKey || event.metaKey ? `Mod ${event.key}` : event.key)
    if (run === undefined) return
    event.preventDefault()
    event.stopPropagation()
    run()
  }
}

function Row({ row: { cluster, isBranch }, list }: { readonly row: ClusterRow; readonly list: ListProps }) {
  const { chosen, kindOf, onChoose, onOpen } = list
  const isDeleted = cluster.deletedMs !== undefined
  return (
    // The list handles the keys; the click handler is for pointers.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={`cluster-${cluster.name}`}
      role="option"
      aria-selected={cluster.name === chosen}
      className={classes(
        styles.row,
        isBranch && styles.isBranch,
        cluster.name === chosen && styles.isChosen,
        isDeleted && styles.isDeleted,
      )}
      onClick={() => onChoose(cluster.name)}
      onDoubleClick={() => {
        if (!isDeleted) onOpen(cluster)
      }}
    >
      <span className={styles.name}>
        <b title={cluster.title}>
          {isBranch && <Icon name="branch" size={12} />}
          <span>{cluster.title}</span>
        </b>
        <small>{contentText(cluster)}</small>
      </span>
      <LastWrites cluster={cluster} kindOf={kindOf} />
      <span className={styles.at}>
        <b>{cluster.figures === undefined ? '–' : numberText(cluster.figures.revision)}</b>
        <small>{keptText(cluster)}</small>
      </span>
      <span className={styles.size}>{sizeText(cluster)}</span>
      <span className={styles.used}>{usedCell(cluster, list)}</span>
    </div>
  )
}

/** The list of clusters: arrows choose, Enter opens, F2 renames, Delete deletes, Ctrl D duplicates. [MC7] */
export function ClusterList(props: ListProps) {
  const { rows, chosen, listbox } = props
  // The dialog opens in a layout effect of its own, which runs after this one, and focuses the element with this attribute.
  useLayoutEffect(() => listbox.current?.setAttribute('autofocus', ''), [listbox])
  const isListed = rows.some(({ cluster }) => cluster.name === chosen)
  return (
    <div className={styles.list}>
      <div className={styles.heads} aria-hidden="true">
        <span>Name</span>
        <span>Last writes</span>
        <span className={styles.end}>At</span>
        <span className={styles.end}>Size</span>
        <span>Used</span>
      </div>
      <div
        ref={listbox}
        role="listbox"
        tabIndex={0}
        aria-label="Clusters"
        aria-activedescendant={isListed ? `cluster-${chosen}` : undefined}
        className={styles.rows}
        onKeyDown={listKeys(props)}
      >
        {rows.map((row) => (
          <Row key={row.cluster.name} row={row} list={props} />
        ))}
      </div>
    </div>
  )
}

function usedCell(cluster: ClusterInfo, { shown, tabs, tabsOf, nowMs }: ListProps) {
  if (cluster.deletedMs !== undefined) return 'deleted'
  const isShown = cluster.name === shown
  if (isShown) return <span className={styles.here}>here now</span>
  if (isShownElsewhere(cluster, isShown, tabs)) {
    const words = tabsOf(cluster)
    return <span className={styles.elsewhere}>● in {words === '' ? 'another tab' : `tab ${words}`}</span>
  }
  return usedText(cluster.usedMs, nowMs)
}
