import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { ClusterWrite, NewCluster } from '#facts/clusters-api.ts'
import { Button } from '#ui/kit/button.tsx'
import { Sheet, SheetHead } from '#ui/kit/sheet.tsx'
import { bytesText, countText } from '#ui/model/words.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { ClusterDetail } from './cluster-detail.tsx'
import { ClusterList } from './cluster-list.tsx'
import { clusterRows, freeTitle, usedWords } from './cluster-rows.ts'
import { clustersStore, openCluster, shownCluster } from './store.ts'
import styles from './clusters.module.css'

/** Reads what all clusters of this browser hold, and what they may hold. */
function useStorageEstimate(): StorageEstimate {
  const [estimate, setEstimate] = useState<StorageEstimate>({})
  useEffect(() => void navigator.storage?.estimate?.().then(setEstimate), [])
  return estimate
}

/** Returns a function that finds the kind of a write, for the hue of its glyph. */
function useKinds(): (write: ClusterWrite) => string {
  const { objects } = useLab()
  const collections = useStore(objects, (state) => state.collections)
  return ({ resource, group }) =>
    [...collections.values()].find((known) => known.resource.group === group && known.resource.resource === resource)
      ?.resource.kind ?? ''
}

/** The list with the chosen cluster, and what can be done with it. */
function useChosen() {
  const clusters = clustersStore(useLab())
  const state = useStore(clusters.store)
  const [wanted, setWanted] = useState('')
  useEffect(() => void clusters.refresh(), [clusters])
  const rows = clusterRows(state.clusters)
  const shown = shownCluster(state)
  const chosen = rows.find(({ cluster }) => cluster.name === wanted)?.cluster ?? shown
  const make = async (title: string, from: NewCluster['from']): Promise<void> => {
    const made = await clusters.create({ title: freeTitle(title, state.clusters), from })
    if (made !== null) setWanted(made.name)
  }
  const duplicate = (): void => {
    if (chosen !== undefined && chosen.deletedMs === undefined)
      void make(`${chosen.title.slice(0, 50)} copy`, { type: 'copy', of: chosen.name })
  }
  return { clusters, state, rows, shown, chosen, choose: setWanted, make, duplicate }
}

/** The clusters of this browser: open, make, duplicate, rename and delete them. [MC7] */
export function ClustersSheet({ close }: { readonly close: () => void }) {
  const { overlay } = useLab()
  const kindOf = useKinds()
  const titleField = useRef<HTMLInputElement>(null)
  const [nowMs] = useState(Date.now)
  const { clusters, state, rows, shown, chosen, choose, make, duplicate } = useChosen()
  const remove = (): void => {
    if (chosen !== undefined) void clusters.remove(chosen.name)
  }
  const live = state.clusters.filter(({ deletedMs }) => deletedMs === undefined)
  return (
    <Sheet label="Clusters" onClose={close} className={styles.sheet}>
      <SheetHead title="Clusters" note={`${countText(live.length, 'cluster')}, saved in this browser`} onClose={close}>
        <Button size="small" icon="plus" onClick={() => void make('book shop', { type: 'sample' })}>
          Book shop
        </Button>
        <Button size="small" icon="plus" onClick={() => void make('empty cluster', { type: 'empty' })}>
          Empty
        </Button>
        <Button size="small" icon="drop" onClick={() => overlay.open('open-shared')}>
          Link or file
        </Button>
      </SheetHead>
      <div className={styles.body}>
        <ClusterList
          {...{ rows, nowMs, kindOf }}
          chosen={chosen?.name ?? ''}
          shown={shown?.name ?? ''}
          onChoose={choose}
          onOpen={openCluster}
          onRename={() => titleField.current?.select()}
          onDelete={remove}
          onDuplicate={duplicate}
        />
        {chosen !== undefined && (
          <ClusterDetail
            {...{ cluster: chosen, nowMs, titleField, refused: state.refused }}
            isShown={chosen.name === shown?.name}
            onOpen={() => openCluster(chosen)}
            onDuplicate={duplicate}
            onRename={(title) => void clusters.rename(chosen.name, title)}
            onDelete={remove}
            onRestore={() => void clusters.restore(chosen.name)}
          />
        )}
      </div>
      <Foot close={close} />
    </Sheet>
  )
}

function Foot({ close }: { readonly close: () => void }) {
  const { usage, quota } = useStorageEstimate()
  const { store } = clustersStore(useLab())
  const { clusters } = useStore(store)
  const shown = shownCluster({ clusters, refused: '' })
  const sizes = clusters.flatMap(({ name, title, figures }) =>
    figures === undefined ? [] : [{ name, title, bytes: figures.bytes }],
  )
  return (
    <footer className={styles.foot}>
      <div className={styles.meter}>
        {usage !== undefined && quota !== undefined && (
          <span>
            <b>{bytesText(usage)}</b> of {bytesText(quota)} used by this page. Shares of the clusters:
          </span>
        )}
        <div
          className={styles.bar}
          role="img"
          aria-label={sizes.map(({ title, bytes }) => `${title} ${bytesText(bytes)}`).join(', ')}
        >
          {sizes.map(({ name, title, bytes }) => (
            <i
              key={name}
              title={`${title}: ${bytesText(bytes)}`}
              data-shown={name === shown?.name}
              style={{ flexGrow: Math.max(bytes, 1) }}
            />
          ))}
        </div>
        <span>{usedWords(clusters)}</span>
      </div>
      <Button onClick={close}>Close</Button>
    </footer>
  )
}
