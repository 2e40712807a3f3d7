import { useStore } from 'zustand'
import { Button } from '#ui/kit/button.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { vocabularyOf } from '#ui/model/names/vocabulary.ts'
import type { ConfigFile } from '#ui/rooms/config/state/files.ts'
import { openTexts, pickFile } from '#ui/rooms/config/state/file-actions.ts'
import { startOfFile, starterText } from '#ui/rooms/config/state/starter-text.ts'
import { useRoom, useRoomState } from '#ui/rooms/config/state/use-room.ts'
import styles from './work.module.css'

/** Shown when there is no file: three ways to start one. */
export function EmptyFile({ file: { id, name, without } }: { readonly file: ConfigFile }) {
  const lab = useLab()
  const room = useRoom()
  const world = useRoomState((state) => state.world)
  const vocabulary = useStore(lab.objects, vocabularyOf)
  const starter = starterText(id, world, vocabulary)
  return (
    <div className={styles.empty}>
      <h2>There is no {name}</h2>
      <p>{without} Start one here; it is in force only after a reload.</p>
      <div className={styles.ways}>
        <Button look="primary" onClick={() => openTexts(room, [starter])}>
          Start from a sample
        </Button>
        <Button icon="lift" onClick={() => pickFile(lab)}>
          Open from disk…
        </Button>
        {(id === 'authentication' || id === 'authorization') && (
          <Button onClick={() => room.store.openFlags()}>From flags…</Button>
        )}
        <Button look="ghost" onClick={() => room.setText(id, startOfFile(id, vocabulary))}>
          Write it yourself
        </Button>
      </div>
      <p className={styles.quiet}>You can also drop a file here.</p>
      <pre className={styles.sample} aria-label="The sample">
        {starter}
      </pre>
    </div>
  )
}
