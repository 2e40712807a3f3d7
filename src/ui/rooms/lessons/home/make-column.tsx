import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '#ui/kit/button.tsx'
import type { Lesson } from '#lesson/lesson.ts'
import { takeAskedRecent } from '#ui/lab/asked-lesson.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { useShownCluster } from '#ui/parts/clusters/part.tsx'
import { clustersStore } from '#ui/parts/clusters/store.ts'
import { lessonHere } from '#ui/lab/lesson-progress.ts'
import { draftsOf } from '#ui/rooms/lessons/state/drafts-store.ts'
import { recentRequests } from '#ui/rooms/lessons/state/recent-requests.ts'
import { type BuildStart, startBuild, startEdit, startFromRecent } from '#ui/rooms/lessons/state/start-build.ts'
import { Drafts } from './drafts.tsx'
import styles from './make.module.css'

const lessonPrefix = 'lesson/'
const clusterPrefix = 'cluster/'

/** The name of the cluster that the person works on; `''` on one that belongs to a lesson or to a recording. */
function useOwnCluster(): string {
  const lab = useLab()
  const drafts = useStore(draftsOf(lab).store, (state) => state.drafts)
  const { shown } = useShownCluster(lab)
  if (shown === undefined || lessonHere() !== undefined) return ''
  return Object.values(drafts).some(({ cluster }) => cluster === shown.name) ? '' : shown.name
}

interface FromRecentProps {
  /** The title of the cluster. */
  readonly title: string
  readonly onWords: (words: string) => void
}

/** Makes a lesson of what was sent in this tab already. [LSN28] */
function FromRecent({ title, onWords }: FromRecentProps) {
  const lab = useLab()
  const requests = useStore(lab.cluster, (state) => state.requests)
  const last = useStore(lab.sentRequests.store, (state) => state.last)
  // It depends on these values only: facts list the last requests after their answers.
  // oxlint-disable-next-line react/exhaustive-deps
  const recent = useMemo(() => recentRequests(lab), [lab, requests, last])
  const isListed = last === 0 || requests.some(({ id }) => id >= last)
  const start = () => {
    onWords('The requests are sent again on a new cluster…')
    void startFromRecent(lab, title, recent).then(onWords)
  }
  const startAsked = useEffectEvent(() => {
    if (!isListed || !takeAskedRecent(lab)) return
    if (recent.length > 0) start()
    else onWords('There is no request yet that could become a step: change an object, or send one in the tab Request.')
  })
  useEffect(() => startAsked(), [isListed])
  if (recent.length === 0) return null
  return (
    <Button size="small" look="ghost" onClick={start}>
      {recent.length === 1 ? 'From the last request' : `From the last ${recent.length} requests`}
    </Button>
  )
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
        <select className={styles.source} value={from} onChange={({ target }) => setFrom(target.value)}>
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
      {here !== '' && <FromRecent title={known.find(({ name }) => name === here)?.title ?? here} onWords={setWords} />}
      <p role="status">{words}</p>
      <Drafts />
    </section>
  )
}
