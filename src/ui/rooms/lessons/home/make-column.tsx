import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '#ui/kit/button.tsx'
import type { Lesson } from '#lesson/lesson.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { useShownCluster } from '#ui/parts/clusters/part.tsx'
import { clustersStore } from '#ui/parts/clusters/store.ts'
import { lessonHere } from '#ui/lab/lesson-progress.ts'
import { draftsOf } from '#ui/rooms/lessons/state/drafts-store.ts'
import { type BuildStart, startBuild, startEdit } from '#ui/rooms/lessons/state/start-build.ts'
import styles from './make.module.css'

const lessonPrefix = 'lesson/'
const clusterPrefix = 'cluster/'

/** The lessons that are being built. */
function Drafts() {
  const drafts = draftsOf(useLab())
  const all = Object.values(useStore(drafts.store, (state) => state.drafts)).toSorted(
    (a, b) => b.changedMs - a.changedMs,
  )
  if (all.length === 0) return null
  return (
    <ul className={styles.list} aria-label="Drafts">
      {all.map(({ id, title, steps }) => (
        <li key={id}>
          <span>
            {title} <small>{`${steps.length} ${steps.length === 1 ? 'step' : 'steps'}`}</small>
          </span>
          <Button size="small" aria-label={`Continue ${title}`} onClick={() => drafts.show(id)}>
            Go on
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** The name of the cluster that the person works on; `''` on one that belongs to a lesson or to a recording. */
function useOwnCluster(): string {
  const lab = useLab()
  const drafts = useStore(draftsOf(lab).store, (state) => state.drafts)
  const { shown } = useShownCluster(lab)
  if (shown === undefined || lessonHere() !== undefined) return ''
  return Object.values(drafts).some(({ cluster }) => cluster === shown.name) ? '' : shown.name
}

/** Starts a lesson of one's own: from nothing, from the objects of a cluster, or from a lesson. [LSN21] */
export function MakeColumn({ lessons }: { readonly lessons: readonly Lesson[] }) {
  const lab = useLab()
  const clusters = clustersStore(lab)
  const known = useStore(clusters.store, (state) => state.clusters).filter(({ deletedMs }) => deletedMs === undefined)
  const [chosen, setFrom] = useState<string | null>(null)
  const here = useOwnCluster()
  const from = chosen ?? (here === '' ? '' : `${clusterPrefix}${here}`)
  const [words, setWords] = useState('')
  useEffect(() => void clusters.refresh().catch((error: unknown) => setWords(String(error))), [clusters])
  const start = () => {
    const lesson = lessons.find(({ id }) => `${lessonPrefix}${id}` === from)
    if (lesson !== undefined) return startEdit(lab, lesson)
    const cluster = known.find(({ name }) => `${clusterPrefix}${name}` === from)
    const begin: BuildStart = { cluster: cluster?.name ?? '', title: cluster?.title ?? '' }
    setWords('The recording opens…')
    void startBuild(lab, begin).then(setWords)
  }
  return (
    <section className={styles.make} aria-label="Build one">
      <h3>Build one</h3>
      <p>
        Play it once in the Lab, tick the requests that matter, write the words. A moment that someone shared is a
        cluster, too: open its link first.
      </p>
      <label className={styles.from}>
        Start from
        <select value={from} onChange={({ target }) => setFrom(target.value)}>
          <option value="">an empty cluster</option>
          <optgroup label="The objects of">
            {known.map(({ name, title }) => (
              <option key={name} value={`${clusterPrefix}${name}`}>
                {title}
              </option>
            ))}
          </optgroup>
          <optgroup label="A copy of the lesson">
            {lessons.map(({ id, title }) => (
              <option key={id} value={`${lessonPrefix}${id}`}>
                {title}
              </option>
            ))}
          </optgroup>
        </select>
      </label>
      <Button size="small" onClick={start}>
        {from.startsWith(lessonPrefix) ? 'Edit a copy' : 'Record my session'}
      </Button>
      <p role="status">{words}</p>
      <Drafts />
    </section>
  )
}
