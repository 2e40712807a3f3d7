import { useEffect, useEffectEvent } from 'react'
import { createPortal } from 'react-dom'
import { useStore } from 'zustand'
import { Button, IconButton } from '#ui/kit/button.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { playerOf } from '#ui/rooms/lessons/state/player-store.ts'
import { Compare, useCompared } from './compare.tsx'
import styles from './compare.module.css'

/** The comparison in the place of the work area and the inspector, until it is closed. [LSN14] */
export function ComparePane({ onClose }: { readonly onClose: () => void }) {
  const lab = useLab()
  const player = playerOf(lab)
  const { lesson, open } = useStore(player.store)
  const compared = useCompared(lesson, open.exchanges)
  const close = useEffectEvent(onClose)
  // Whoever opens a tab wants to see it.
  useEffect(() => lab.layout.subscribe((now, before) => void (now.workTab !== before.workTab && close())), [lab])
  const page = document.querySelector('[data-testid="lab"]')
  if (lesson === null || page === null) return null
  const take = () => {
    // The editor is hidden until Compare is closed, and cannot be focused before.
    onClose()
    player.takeAnswer(compared.step)
  }
  return createPortal(
    <main className={styles.pane} aria-label="Compare" data-lesson-compare="" data-region="work">
      <header className={styles.top}>
        <h2>Compare</h2>
        <span>
          <Button
            size="small"
            look="ghost"
            title="Puts the request of the answer into the editor; sends nothing"
            onClick={take}
          >
            Take the answer
          </Button>
          <IconButton icon="x" size="small" label="Close Compare: show the Lab" onClick={onClose} />
        </span>
      </header>
      <Compare lesson={lesson} exchanges={open.exchanges ?? []} compared={compared} />
    </main>,
    page,
  )
}
