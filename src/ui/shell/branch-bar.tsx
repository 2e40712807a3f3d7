import { Button } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { numberText } from '#ui/model/words.ts'
import { leaveBranch, useShownCluster } from '#ui/parts/clusters/part.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { PausedBar } from './paused-bar.tsx'
import styles from './branch-bar.module.css'

/** States that the page shows a branch, and offers the way back to the cluster that it left. [MC8] */
export function BranchBar() {
  const lab = useLab()
  const { shown, parent } = useShownCluster(lab)
  if (shown?.origin.type !== 'branch') return shown === undefined ? null : <PausedBar />
  return (
    <div className={styles.bar} role="status">
      <Icon name="branch" size={14} />
      <b>On branch {shown.title}</b>
      <span>
        Left {parent?.title ?? shown.origin.of} after {numberText(shown.origin.at)}. Nothing here reaches it.
      </span>
      {parent !== undefined && (
        <Button size="small" onClick={() => lab.overlay.open('compare')}>
          Compare
        </Button>
      )}
      {parent !== undefined && (
        <Button size="small" onClick={() => leaveBranch(lab)}>
          Back to {parent.title}
        </Button>
      )}
    </div>
  )
}
