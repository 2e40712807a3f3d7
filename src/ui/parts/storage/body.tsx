import { useEffect } from 'react'
import { useStore } from 'zustand'
import { useLab } from '#ui/lab/use-lab.ts'
import { keysOf } from './keys-store.ts'
import { KeysTable } from './keys-table.tsx'
import { LogPicture } from './log-picture.tsx'
import styles from './storage.module.css'
import { Used } from './used.tsx'

/** Keys, the log and their disk usage, side by side. */
export function StorageBody() {
  const lab = useLab()
  const storage = useStore(lab.cluster, (state) => state.storage)
  useEffect(() => keysOf(lab).watch(), [lab])
  return (
    <div className={styles.panel}>
      <KeysTable />
      {storage !== null && (
        <>
          <LogPicture storage={storage} />
          <Used storage={storage} />
        </>
      )}
    </div>
  )
}
