import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { ClusterInfo, ClusterWrite, NewCluster } from '#facts/clusters-api.ts'
import type { SampleInfo } from '#facts/debug-api.ts'
import { Button } from '#ui/kit/button.tsx'
import { Sheet, SheetHead } from '#ui/kit/sheet.tsx'
import { countText } from '#ui/model/words.ts'
import { askExpire, attempt } from '#ui/lab/actions.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { ClusterDetail } from './cluster-detail.tsx'
import { ClusterList } from './cluster-list.tsx'
import { clusterRows, freeTitle } from './cluster-rows.ts'
import { exportClusters } from './export-clusters.ts'
import { isShownElsewhere, shownInTabs } from './shown-elsewhere.ts'
import { firstSample, SampleMenu } from './sample-menu.tsx'
import { StorageMeter } from './storage-meter.tsx'
import { clustersStore, openCluster, shownCluster } from './store.ts'
import { askTabs, type TabName, tabWords } from './tab-names.ts'
import styles from './clusters.module.css'

/** The clusters that tabs show; read again when the list changed or the person comes back to this tab. */
function useTabs(clusters: readonly ClusterInfo[]): readonly string[] {
  const [tabs, setTabs] = useState<readonly string[]>([])
  useEffect(() => {
    const ending = new AbortController()
    const read = (): void =>
      void shownInTabs().then((shown) => {
        if (!ending.signal.aborted) setTabs(shown)
      })
    read()
    addEventListener('focus', read, { signal: ending.signal })
    return () => ending.abort()
  }, [clusters])
  return tabs
}

/** The other tabs of this browser by their own words; empty until they answer. */
function useTabNames(clusters: readonly ClusterInfo[]): readonly TabName[] {
  const [names, setNames] = useState<readonly TabName[]>([])
  useEffect(() => {
    const ending = new AbortController()
    let found: readonly TabName[] = []
    askTabs((tab) => {
      found = [...found, tab]
      setNames(found)
    }, ending.signal)
    return () => ending.abort()
  }, [clusters])
  return names
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
  const make = async (title: string, from: NewCluster['from']): Promise<ClusterInfo | null> => {
    const made = await clusters.create({ title: freeTitle(title, state.clusters), from })
    if (made !== null) setWanted(made.name)
    return made
  }
  // The list knows the book shop; another sample is loaded into an empty cluster.
  const makeSample = async ({ id, title }: SampleInfo): Promise<void> => {
    const made = await make(title.toLowerCase(), { type: id === firstSample ? 'sample' : 'empty' })
    if (made !== null && id !== firstSample) await clusters.loadSample(made.name, id)
  }
  const duplicate = (): void => {
    if (chosen !== undefined && chosen.deletedMs === undefined)
      void make(`${chosen.title.slice(0, 50)} copy`, { type: 'copy', of: chosen.name })
  }
  const openCopy = async (): Promise<void> => {
    if (chosen === undefined) return
    const title = freeTitle(`${chosen.title.slice(0, 50)} copy`, state.clusters)
    const made = await clusters.create({ title, from: { type: 'copy', of: chosen.name } })
    if (made !== null) openCluster(made)
  }
  return { clusters, state, rows, shown, chosen, choose: setWanted, make, makeSample, duplicate, openCopy }
}

/** The clusters of this browser: open, make, duplicate, rename and delete them. [MC7] */
export function ClustersSheet({ close }: { readonly close: () => void }) {
  const lab = useLab()
  const { overlay } = lab
  const kindOf = useKinds()
  const titleField = useRef<HTMLInputElement>(null)
  const listbox = useRef<HTMLDivElement>(null)
  const [nowMs] = useState(Date.now)
  const { clusters, state, rows, shown, chosen, choose, make, makeSample, duplicate, openCopy } = useChosen()
  const tabs = useTabs(state.clusters)
  const names = useTabNames(state.clusters)
  const tabsOf = ({ name, isDefault }: ClusterInfo): string => tabWords(names, name, isDefault)
  const remove = (): void => {
    if (chosen !== undefined) void clusters.remove(chosen.name)
  }
  const live = state.clusters.filter(({ deletedMs }) => deletedMs === undefined)
  return (
    <Sheet label="Clusters" onClose={close} className={styles.sheet}>
      <SheetHead title="Clusters" note={`${countText(live.length, 'cluster')}, saved in this browser`} onClose={close}>
        <SampleMenu onChoose={(sample) => void makeSample(sample)} />
        <Button size="small" icon="plus" onClick={() => void make('empty cluster', { type: 'empty' })}>
          Empty
        </Button>
        <Button size="small" icon="drop" onClick={() => overlay.open('open-shared')}>
          Link or file
        </Button>
      </SheetHead>
      <div className={styles.body}>
        <ClusterList
          {...{ rows, listbox, nowMs, kindOf, tabs, tabsOf }}
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
            tabs={tabsOf(chosen)}
            isShown={chosen.name === shown?.name}
            onDone={() => listbox.current?.focus()}
            onOpen={() => openCluster(chosen, shown)}
            onDuplicate={duplicate}
            onRename={(title) => void clusters.rename(chosen.name, title)}
            onDelete={remove}
            onRestore={() => void clusters.restore(chosen.name)}
            isElsewhere={isShownElsewhere(chosen, chosen.name === shown?.name, tabs)}
            onOpenCopy={() => void openCopy()}
            onExport={() => void attempt(lab, exportClusters(lab.read, [chosen]))}
            onExpire={() => (chosen.name === shown?.name ? askExpire(lab) : void clusters.expire(chosen.name))}
          />
        )}
      </div>
      <Foot clusters={state.clusters} chosen={chosen?.name ?? ''} close={close} />
    </Sheet>
  )
}

interface FootProps {
  readonly clusters: readonly ClusterInfo[]
  readonly chosen: string
  readonly close: () => void
}

function Foot({ clusters, chosen, close }: FootProps) {
  const lab = useLab()
  const live = clusters.filter(({ deletedMs }) => deletedMs === undefined)
  return (
    <footer className={styles.foot}>
      <StorageMeter clusters={clusters} chosen={chosen} />
      <Button
        look="ghost"
        title="One file for each cluster; the browser may ask whether this page may download several"
        onClick={() => void attempt(lab, exportClusters(lab.read, live))}
      >
        Export all
      </Button>
      <Button onClick={close}>Close</Button>
    </footer>
  )
}
