import { useEffect } from 'react'
import { useStore } from 'zustand'
import { Button } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { attempt } from '#ui/lab/actions.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { livePause } from '#ui/parts/clusters/live-pause-store.ts'
import { useShownCluster } from '#ui/parts/clusters/part.tsx'
import styles from './branch-bar.module.css'

/** States that the writers of the shown cluster were paused from a branch, and lets them go on. [BC4] */
export function PausedBar() {
  const lab = useLab()
  const cluster = useShownCluster(lab).shown
  const pause = livePause(lab)
  const { paused, isChanging } = useStore(pause.store)
  const name = cluster?.name ?? ''
  useEffect(() => void attempt(lab, pause.restore(name)), [lab, pause, name])
  if (cluster === undefined || paused[name] === undefined) return null
  return (
    <div className={styles.bar} role="status">
      <Icon name="pause" size={14} />
      <b>{cluster.title} is paused</b>
      <span>The bots and controllers of this cluster have been paused since a branch was opened.</span>
      <Button size="small" disabled={isChanging} onClick={() => void attempt(lab, pause.toggle(cluster))}>
        Resume them
      </Button>
    </div>
  )
}
