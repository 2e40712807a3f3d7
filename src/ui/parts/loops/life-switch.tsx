import { useStore } from 'zustand'
import { Button, classes } from '#ui/kit/button.tsx'
import { isLiving } from '#ui/lab/actors/ghost-writer-store.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { setLife } from './life-commands.ts'
import styles from './loops.module.css'

const words = {
  on: 'Controllers, scheduler and three simulated nodes run: Deployments get pods. Stop them',
  off: 'Nothing runs pods yet. Start the controllers, the scheduler and three simulated nodes',
}

/** Starts and stops what makes a cluster live, and says which of both holds. [LI4] */
export function LifeSwitch({ className }: { readonly className?: string | undefined }) {
  const lab = useLab()
  const isOn = useStore(lab.cluster, () => isLiving(lab))
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label="Controllers and nodes"
      title={isOn ? words.on : words.off}
      className={classes(styles.switch, className)}
      onClick={() => setLife(lab, !isOn)}
    >
      <span aria-hidden="true" className={styles.knob} />
      <span aria-hidden="true" className={styles.switchWords}>
        Controllers
      </span>
    </button>
  )
}

/** The same beside the words of the first visit, until the cluster lives. [LI4] */
export function StartLife() {
  const lab = useLab()
  const isOn = useStore(lab.cluster, () => isLiving(lab))
  if (isOn) return null
  return (
    <Button size="small" look="ghost" title={words.off} onClick={() => setLife(lab, true)}>
      Start the controllers
    </Button>
  )
}
