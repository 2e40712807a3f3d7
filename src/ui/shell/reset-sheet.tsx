import { useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '#ui/kit/button.tsx'
import { Sheet, SheetHead } from '#ui/kit/sheet.tsx'
import { Refusal } from '#client/refusal.ts'
import { resetCluster } from '#ui/lab/snapshot.ts'
import { countText } from '#ui/model/words.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import styles from './reset-sheet.module.css'

/** Confirms the reset, which deletes all data and cannot be undone. */
export function ResetSheet({ onClose }: { readonly onClose: () => void }) {
  const lab = useLab()
  const keyCount = useStore(lab.cluster, (state) => state.storage?.keyCount ?? 0)
  const [refused, setRefused] = useState('')
  const reset = async () => {
    try {
      await resetCluster(lab)
      onClose()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      setRefused(error.message)
    }
  }
  return (
    <Sheet label="Reset the cluster" onClose={onClose} className={styles.sheet}>
      <SheetHead title="Reset the cluster" onClose={onClose} />
      <div className={styles.body}>
        <p>
          {countText(keyCount, 'object')} and all history are deleted, and the initial namespaces are created again.
          Revisions continue to increase. This cannot be undone.
        </p>
        {refused !== '' && <p className={styles.refused}>{refused}</p>}
      </div>
      <div className={styles.foot}>
        <Button look="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button look="primary" onClick={() => void reset()}>
          Reset
        </Button>
      </div>
    </Sheet>
  )
}
