import { useStore } from 'zustand'
import { useLab } from '#ui/lab/use-lab.ts'
import { bytesText } from '#ui/model/words.ts'
import { bytesStore } from './store.ts'
import styles from './bytes.module.css'

/** The key of the object in the store, and the transaction that stored its newest version. [BY4] */
export function Stored() {
  const { stored } = useStore(bytesStore(useLab()).store)
  if (stored === null) return null
  const { key, row } = stored
  const previous = row?.previous ?? 0
  return (
    <section className={styles.stored} aria-label="As stored" data-testid="bytes-stored">
      <h3>As stored</h3>
      <dl>
        <dt>Key</dt>
        <dd>{key.key}</dd>
        <dt>Created, modified</dt>
        <dd>
          {key.created}, {key.modified}; {key.versionsKept} versions kept
        </dd>
        <dt>Value</dt>
        <dd>{bytesText(key.bytes)} of JSON, without the resourceVersion: that is the revision of the write</dd>
        <dt>Transaction</dt>
        <dd>
          {row === null ? (
            'its write is no longer kept'
          ) : (
            <>
              compare {previous === 0 ? 'create' : 'mod'}_revision = {previous}
              {previous === 0 && ', the key was absent'}; put {bytesText(row.bytes)} → revision {row.revision},{' '}
              {row.verb} by {row.actor}
            </>
          )}
        </dd>
      </dl>
    </section>
  )
}
