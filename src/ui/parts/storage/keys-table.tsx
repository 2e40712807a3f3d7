import { memo } from 'react'
import { useStore } from 'zustand'
import type { DebugKey } from '#facts/debug-api.ts'
import { classes, Count } from '#ui/kit/button.tsx'
import { useListKeys } from '#ui/kit/lists/use-list-keys.ts'
import { Windowed } from '#ui/kit/lists/windowed.tsx'
import { LongName } from '#ui/kit/long-name.tsx'
import { bytesText, numberText } from '#ui/model/words.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { keysOf } from './keys-store.ts'
import { versionsBar } from './storage-words.ts'
import prefixStyles from './key-prefix.module.css'
import styles from './storage.module.css'

interface RowProps {
  readonly entry: DebugKey
  readonly index: number
  readonly isActive: boolean
  /** Version count of the key with the most versions. */
  readonly most: number
}

const nameLengthMax = 34

/** The length of a key's last segment: keys of one resource are equal before it. */
const nameLength = (key: string): number => Math.min(nameLengthMax, key.length - key.lastIndexOf('/'))

const Row = memo(function Row({ entry, index, isActive, most }: RowProps) {
  const lab = useLab()
  const { key, created, modified, versionsKept, bytes, deleted } = entry
  const isChosen = useStore(lab.selection, (state) => state.key === key)
  return (
    // The table handles the keys; the click handler is for pointers.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      role="row"
      tabIndex={-1}
      id={`key-${index}`}
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      className={classes(
        styles.row,
        isActive && styles.isActive,
        isChosen && styles.isChosen,
        deleted && styles.isGone,
      )}
      onClick={() => lab.selection.selectKey(isChosen ? null : key)}
    >
      <span role="gridcell" className={styles.key} title={key}>
        <span className={styles.root}>/registry/</span>
        <LongName name={key.replace(/^\/registry\//, '')} tail={nameLength(key)} />
      </span>
      <span role="gridcell" className={styles.number}>
        {deleted ? '' : created}
      </span>
      <span role="gridcell" className={styles.number}>
        {modified}
      </span>
      <span role="gridcell" className={styles.versions}>
        {!deleted && <i style={{ width: versionsBar(versionsKept, most) }} />}
        {deleted ? 'gone' : versionsKept}
      </span>
      <span role="gridcell" className={styles.size}>
        {bytesText(bytes)}
      </span>
    </div>
  )
})

/** Says that no key begins with what was typed. */
function NoKeys({ prefix, refused }: { readonly prefix: string; readonly refused: string }) {
  if (prefix === '' || refused !== '') return null
  return <p className={prefixStyles.none}>No key begins with /registry/{prefix}.</p>
}

/** Lists the store as etcd has it: keys in key order. */
export function KeysTable() {
  const lab = useLab()
  const part = keysOf(lab)
  const { keys, total, prefix, refused } = useStore(part.store)
  const most = keys.reduce((largest, { versionsKept }) => Math.max(largest, versionsKept), 1)
  const choose = (index: number) => lab.selection.selectKey(keys[index]?.key ?? null)
  const { active, list, ...listeners } = useListKeys({ count: keys.length, open: choose, onMove: choose })
  return (
    <div
      role="grid"
      aria-label="Keys, in key order"
      aria-rowcount={keys.length + 1}
      aria-activedescendant={keys.length > 0 ? `key-${active}` : undefined}
      aria-readonly="true"
      tabIndex={0}
      data-main-stop
      className={styles.keys}
      {...listeners}
    >
      <div role="row" aria-rowindex={1} className={styles.columns}>
        <span role="columnheader">
          Key
          <input
            className={prefixStyles.prefix}
            data-filter
            aria-label="Key prefix after /registry/"
            placeholder="/registry/"
            spellCheck={false}
            value={prefix}
            onChange={({ target }) => part.choosePrefix(target.value)}
          />
          <Count>{refused === '' ? `${numberText(total)} keys` : refused}</Count>
        </span>
        <span role="columnheader" className={styles.number}>
          Create
        </span>
        <span role="columnheader" className={styles.number}>
          Mod
        </span>
        <span role="columnheader" className={styles.versions}>
          Versions kept
        </span>
        <span role="columnheader" className={styles.size}>
          Size
        </span>
      </div>
      {keys.length === 0 && <NoKeys prefix={prefix} refused={refused} />}
      <Windowed
        ref={list}
        active={active}
        count={keys.length}
        rowHeight={28}
        row={(index) => {
          const entry = keys[index]
          return entry && <Row key={entry.key} entry={entry} index={index} isActive={index === active} most={most} />
        }}
      />
    </div>
  )
}
