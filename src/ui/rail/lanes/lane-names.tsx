import { useStore } from 'zustand'
import { Button, classes } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { MenuButton } from '#ui/kit/menu.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { numberText } from '#ui/model/words.ts'
import { forkX } from './fork-marks.tsx'
import { railLanes } from './lanes-store.ts'
import { useRailLanes, useRailScale } from '#ui/rail/use-rail-scale.ts'
import styles from './lane-names.module.css'

/** Width that the name of the branch takes at most, with the count beside it. */
const nameWidth = 220

/**
 * The name of the branch at the beginning of its lane, and the number of branches that have no lane, which opens their
 * list. Beside the slider, because a slider has no buttons. [RL12]
 */
export function LaneNames() {
  const lab = useLab()
  const lanes = useRailLanes(useRailScale())
  const { more, open } = useStore(railLanes(lab))
  if (lanes === null) return null
  const { own, branchTitle } = lanes.other
  // At its left, so that it covers no write of the branch where the fork is in view.
  const right = Math.max((forkX(lanes) ?? 0) - 4, nameWidth)
  const name = (
    <>
      <Icon name="branch" size={12} /> <span>{branchTitle}</span>
    </>
  )
  return (
    <div className={styles.place} style={{ width: right }}>
      {more.length > 0 && (
        <MenuButton
          look="ghost"
          size="small"
          className={styles.more}
          menuLabel="Further branches"
          aria-label={`${numberText(more.length)} further ${more.length === 1 ? 'branch' : 'branches'}`}
          sections={[
            {
              heading: 'Further branches',
              items: more.map((choice) => ({
                id: choice.name,
                label: choice.title,
                note: `left after ${numberText(choice.forkedAt)}`,
                run: () => open(choice.name),
              })),
            },
          ]}
        >
          +{numberText(more.length)}
        </MenuButton>
      )}
      {own === 'branch' ? (
        <span className={classes(styles.name, styles.isShown)}>{name}</span>
      ) : (
        <Button size="small" className={styles.name} title={`Show the branch ${branchTitle}`} onClick={() => open()}>
          {name}
        </Button>
      )}
    </div>
  )
}
