import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '#ui/kit/button.tsx'
import { Sheet } from '#ui/kit/sheet.tsx'
import { numberText } from '#ui/model/words.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { shownBranch } from '#ui/parts/clusters/part.tsx'
import { discardBranch, makeItTheCluster } from '#ui/parts/clusters/promote.ts'
import { ComparedText } from './compared-text.tsx'
import { createCompareStore, type ComparedClusters } from './compare-store.ts'
import { LaneList } from './lane-list.tsx'
import { ObjectList } from './object-list.tsx'
import styles from './compare.module.css'

/** Compares the shown branch with the cluster that it left: objects, texts and writes since the fork. [BC1] */
export function CompareSheet({ close }: { readonly close: () => void }) {
  const compared = shownBranch(useLab())
  return (
    <Sheet label="Compare the branch" onClose={close} className={styles.sheet}>
      {compared === null ? (
        <p className={styles.empty}>This tab shows no branch whose cluster is still there.</p>
      ) : (
        <Compared compared={compared} close={close} />
      )}
    </Sheet>
  )
}

function Compared({ compared, close }: { readonly compared: ComparedClusters; readonly close: () => void }) {
  const lab = useLab()
  const [comparer] = useState(() => createCompareStore(lab, compared))
  const state = useStore(comparer.store)
  const [wanted, setWanted] = useState('')
  useEffect(() => void comparer.read(), [comparer])
  const { comparison, refused } = state
  const chosen = useMemo(() => {
    const all = comparison === null ? [] : [...comparison.differing, ...comparison.rewritten]
    return all.find(({ key }) => key === wanted) ?? all[0]
  }, [comparison, wanted])
  return (
    <>
      <Head compared={compared} live={state.live.revision} branch={state.branch.revision} close={close} />
      {refused !== '' && (
        <p role="alert" className={styles.refused}>
          {refused}
        </p>
      )}
      <div className={styles.body} aria-busy={comparison === null}>
        {comparison !== null && (
          <ObjectList
            comparison={comparison}
            liveTitle={compared.live.title}
            forkedAt={compared.forkedAt}
            chosen={chosen?.key ?? ''}
            onChoose={setWanted}
          />
        )}
        <div className={styles.side}>
          {chosen !== undefined && <ComparedText object={chosen} compared={compared} />}
          <div className={styles.lanes}>
            <LaneList title={`${compared.live.title} since ${numberText(compared.forkedAt)}`} writes={state.live} />
            <LaneList title={`${compared.branch.title} since ${numberText(compared.forkedAt)}`} writes={state.branch} />
          </div>
        </div>
      </div>
    </>
  )
}

interface HeadProps {
  readonly compared: ComparedClusters
  /** The newest revisions. */
  readonly live: number
  readonly branch: number
  readonly close: () => void
}

function Head({ compared, live, branch, close }: HeadProps) {
  const lab = useLab()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <header className={styles.head}>
        <h2>Compare</h2>
        <Lane name={compared.live.title} note={`at ${numberText(live)}`} look={styles.liveChip} word="Live" />
        <span className={styles.fork}>
          both share revisions up to <code>{compared.forkedAt}</code>
        </span>
        <Lane name={compared.branch.title} note={`at ${numberText(branch)}`} look={styles.branchChip} word="Branch" />
        <span className={styles.choices}>
          <Button size="small" onClick={close}>
            Keep beside {compared.live.title}
          </Button>
          <Button size="small" aria-expanded={isAsking} onClick={() => setAsking(!isAsking)}>
            Make it the cluster…
          </Button>
          <Button size="small" look="ghost" onClick={() => void discardBranch(lab, compared)}>
            Discard
          </Button>
        </span>
      </header>
      {isAsking && (
        <p className={styles.ask} role="status">
          {compared.live.title} becomes the branch{' '}
          <b>
            {compared.live.title}@{live}
          </b>
          ; nothing is lost. The two exchange names, so open watches get 410 and list again. There is no merge, because
          resourceVersions are one line: a write of the other side has no place in it.
          <Button size="small" look="primary" onClick={() => void makeItTheCluster(lab, compared)}>
            Make {compared.branch.title} the cluster
          </Button>
          <Button size="small" look="ghost" onClick={() => setAsking(false)}>
            Cancel
          </Button>
        </p>
      )}
    </>
  )
}

interface LaneProps {
  readonly name: string
  readonly note: string
  readonly look: string | undefined
  readonly word: string
}

const Lane = ({ name, note, look, word }: LaneProps): ReactNode => (
  <span className={styles.lane}>
    <span className={look}>{word}</span> <b>{name}</b> <small>{note}</small>
  </span>
)
