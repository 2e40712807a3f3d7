import { useStore } from 'zustand'
import type { DebugKey } from '#facts/debug-api.ts'
import { openDiff } from '#ui/lab/actions.ts'
import { Count } from '#ui/kit/button.tsx'
import { KindTag } from '#ui/kit/text.tsx'
import { markOf, MiniGlyph } from '#ui/kit/glyph.tsx'
import { bytesText, numberText } from '#ui/model/words.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import styles from './inspector.module.css'
import { keysOf } from './keys-store.ts'
import { rowKey } from './storage-words.ts'
import { actorName } from '#ui/model/actor-name.ts'

const versionsMax = 12

/** The record of a key in etcd's terms. */
function Record({ entry }: { readonly entry: DebugKey }) {
  return (
    <section className={styles.section} aria-label="Record">
      <header>
        <h3>Record</h3>
      </header>
      <dl className={styles.keyed}>
        <dt>create_revision</dt>
        <dd>{entry.created}</dd>
        <dt>mod_revision</dt>
        <dd>{entry.modified}</dd>
        <dt>value</dt>
        <dd>{entry.deleted ? 'tombstone' : `${numberText(entry.bytes)} B, JSON`}</dd>
        <dt>lease</dt>
        <dd>0</dd>
        <dt>resourceVersion</dt>
        <dd>{entry.modified} = mod_revision</dd>
      </dl>
    </section>
  )
}

/** The selected key: its record in etcd's terms, and its kept versions. */
export function KeyInspector() {
  const lab = useLab()
  const key = useStore(lab.selection, (state) => state.key) ?? ''
  const entry = useStore(keysOf(lab).store, ({ keys }) => keys.find((one) => one.key === key))
  const rows = useStore(lab.cluster, (state) => state.rows)
  const you = useStore(lab.actor, (state) => state.name)
  const writes = rows.filter((row) => rowKey(row) === key).toReversed()
  const [newest] = writes
  const largest = writes.reduce((most, { bytes }) => Math.max(most, bytes), 1)
  const name = key.slice(key.lastIndexOf('/') + 1)
  return (
    <>
      <div className={styles.identity}>
        <h2 className={styles.title}>
          {newest !== undefined && <KindTag kind={newest.kind} group={newest.group} />} {name}
        </h2>
        <p className={styles.facts}>
          <span>
            key <code>{key}</code>
          </span>
        </p>
      </div>
      {entry !== undefined && <Record entry={entry} />}
      <section className={styles.section} aria-label="Versions kept">
        <header>
          <h3>Versions kept</h3>
          <Count>{writes.length}</Count>
        </header>
        <ul className={styles.versions}>
          {writes.slice(0, versionsMax).map((row) => (
            <li key={row.revision}>
              <button type="button" aria-label={`Diff of revision ${row.revision}`} onClick={() => openDiff(lab, row)}>
                <MiniGlyph mark={markOf(row, you)} k={0.86} rings box={18} />
                <code>{row.revision}</code>
                <span>{actorName(row.actor)}</span>
                <i style={{ width: Math.round((row.bytes / largest) * 56) }} />
                <span className={styles.right}>{bytesText(row.bytes)}</span>
              </button>
            </li>
          ))}
        </ul>
        {writes.length === 0 && (
          <p className={styles.note}>Only the newest version; its write is no longer in the log.</p>
        )}
      </section>
    </>
  )
}
