import { useState } from 'react'
import { useShownCluster } from '#ui/parts/clusters/part.tsx'
import { clustersStore, openCluster } from '#ui/parts/clusters/store.ts'
import { Button, IconButton } from '#ui/kit/button.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { readSaved, save } from '#ui/model/saved.ts'
import type { OpenedNote } from './open-moment.ts'

/** Name in the browser's storage of what could not be opened before this page started. */
const REFUSED_KEY = 'orchard.link-refused'

/**
 * Returns why the link of this page was not opened, after a reload too; `''` on a page that came later. The page may have
 * gone on to another address since: the link stands in the one that it was opened with. [SH10]
 */
function readRefused(): string {
  const [navigation] = performance.getEntriesByType('navigation')
  const isReload = navigation instanceof PerformanceNavigationTiming && navigation.type === 'reload'
  const isLeftForCluster = new URLSearchParams(location.search).has('missing')
  if (!isReload && !isLeftForCluster && navigation?.name.includes('#l=') !== true)
    sessionStorage.removeItem(REFUSED_KEY)
  return sessionStorage.getItem(REFUSED_KEY) ?? ''
}

const nothing: OpenedNote = { words: '', problem: '' }

/** Says what a link or a file opened, what of it could not be read, and that a view cannot be changed. [SH10] */
export function OpenedNotice({ className }: { readonly className: string }) {
  const lab = useLab()
  const { shown } = useShownCluster(lab)
  const [note, setNote] = useState(() => readSaved('opened', nothing))
  const [refused, setRefused] = useState(readRefused)
  const dismiss = (): void => {
    sessionStorage.removeItem(REFUSED_KEY)
    setRefused('')
    save('opened', nothing)
    setNote(nothing)
  }
  const isView = shown?.isReadOnly === true
  if (note.words === '' && refused === '' && !isView) return null
  const hasMore = note.words !== '' || refused !== ''
  return (
    <div className={className} role={refused !== '' || note.problem !== '' ? 'alert' : 'status'} data-opened="">
      <p>
        {refused !== '' && <b>The link was not opened. {refused} </b>}
        {note.problem !== '' && <b>{note.problem} </b>}
        {note.words === '' && isView ? 'This is a view of what was shared: nothing in it can be changed.' : note.words}
      </p>
      {isView && (
        <Button size="small" onClick={() => void copyView(lab, shown.name, shown.title)}>
          Make a copy to write
        </Button>
      )}
      {hasMore && <IconButton icon="x" iconSize={14} size="small" label="Dismiss" onClick={dismiss} />}
    </div>
  )
}

async function copyView(lab: Lab, of: string, title: string): Promise<void> {
  const clusters = clustersStore(lab)
  const made = await clusters.create({ title: `${title.slice(0, 55)} copy`, from: { type: 'copy', of } })
  if (made === null) lab.overlay.showRefusal(clusters.store.getState().refused)
  else openCluster(made)
}
