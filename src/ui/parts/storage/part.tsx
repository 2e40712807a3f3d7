import { Suspense, useState } from 'react'
import { useStore } from 'zustand'
import { attempt, askExpire } from '#ui/lab/actions.ts'
import { lazily } from '#ui/kit/later.tsx'
import { Button, FileButton } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { Pill } from '#ui/kit/text.tsx'
import { Refusal } from '#client/refusal.ts'
import { downloadSnapshot, importSnapshot } from '#ui/lab/snapshot.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import type { DockPanel } from '#ui/lab/part.ts'
import { diskText } from './storage-words.ts'

const StorageBody = lazily(async () => (await import('./body.tsx')).StorageBody)
const KeyInspector = lazily(async () => (await import('./inspector.tsx')).KeyInspector)

/** Reads a snapshot from a file and replaces the cluster by it. */
function Restore() {
  const lab = useLab()
  const [refused, setRefused] = useState('')
  const restore = async (file: File) => {
    try {
      const { readText } = await import('#ui/kit/files/read-text.ts')
      const read = await readText(file)
      setRefused('problem' in read ? read.problem : ((await importSnapshot(lab, read.text)) ?? ''))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      setRefused(error.message)
    }
  }
  return (
    <>
      {refused !== '' && (
        <span role="alert">
          <Pill tone="refused">{refused}</Pill>
        </span>
      )}
      <FileButton label="Snapshot file" accept="application/json,.json" onFile={(file) => void restore(file)}>
        Restore
      </FileButton>
    </>
  )
}

function Tools() {
  const lab = useLab()
  const storage = useStore(lab.cluster, (state) => state.storage)
  const disk = storage === null ? null : diskText(storage)
  return (
    <>
      {disk !== null && (
        <span role="status">
          <Pill tone={disk.isLive ? 'live' : 'quiet'}>
            {disk.isLive && <Icon name="check" size={12} />}
            {disk.text}
          </Pill>
        </span>
      )}
      <Button look="ghost" size="small" onClick={() => lab.overlay.open('reset')}>
        Reset
      </Button>
      <Restore />
      <Button size="small" icon="drop" onClick={() => void attempt(lab, downloadSnapshot(lab))}>
        Export
      </Button>
      <Button size="small" onClick={() => askExpire(lab)}>
        Expire history…
      </Button>
    </>
  )
}

/** The dock tab of storage: keys, the log, disk usage. */
export const storagePanel: DockPanel = {
  id: 'storage',
  title: 'Storage',
  Tools,
  Body: () => (
    <Suspense fallback={null}>
      <StorageBody />
    </Suspense>
  ),
  Inspector: () => (
    <Suspense fallback={null}>
      <KeyInspector />
    </Suspense>
  ),
  useInspects: () => useStore(useLab().selection, (state) => state.key !== null),
}
