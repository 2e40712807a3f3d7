import { useEffect, useLayoutEffect } from 'react'
import { useStore } from 'zustand'
import { Button } from '#ui/kit/button.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { lessonHere } from '#ui/lab/lesson-progress.ts'
import { type DemoState, demoOf } from '#ui/rooms/lessons/state/demo-store.ts'
import { playerOf } from '#ui/rooms/lessons/state/player-store.ts'
import { endLesson, takeOverDemo } from '#ui/rooms/lessons/state/start-lesson.ts'
import styles from './demo-bar.module.css'

const words: Readonly<Record<DemoState['phase'], string>> = {
  opening: 'The demo is opening…',
  playing: 'Demo: this lesson plays by itself.',
  paused: 'Demo, paused.',
  ended: 'The demo is over.',
  failed: 'The demo cannot be played.',
}

const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')

/** Space pauses the demo wherever the focus is, except in a text: a button that the demo focuses must not be pressed. */
function usePauseKey(toggle: () => void): void {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isPause = event.key === ' ' && !event.ctrlKey && !event.metaKey && !event.altKey
      if (!isPause || isTextField(event.target)) return
      event.preventDefault()
      event.stopPropagation()
      if (event.type === 'keydown' && !event.repeat) toggle()
    }
    document.addEventListener('keydown', onKey, { capture: true })
    document.addEventListener('keyup', onKey, { capture: true })
    return () => {
      document.removeEventListener('keydown', onKey, { capture: true })
      document.removeEventListener('keyup', onKey, { capture: true })
    }
  }, [toggle])
}

/** Says that the page plays a lesson by itself; pauses it, or hands it over. [LSN23] */
export function DemoBar() {
  const lab = useLab()
  const demo = demoOf(lab)
  const { phase, words: why } = useStore(demo.store)
  const { lesson, open } = useStore(playerOf(lab).store)
  useEffect(() => demo.follow(), [demo])
  usePauseKey(demo.toggle)
  const isRunning = phase === 'playing' || phase === 'paused'
  const isHere = lessonHere() !== undefined
  return (
    <section className={styles.bar} aria-label="Demo" data-phase={phase}>
      <span role="status">
        {words[phase]} {why}
      </span>
      {isRunning && (
        <Button
          size="small"
          look="primary"
          icon={phase === 'playing' ? 'pause' : 'play'}
          aria-keyshortcuts="Space"
          onClick={() => demo.toggle()}
        >
          {phase === 'playing' ? 'Pause' : 'Go on'}
        </Button>
      )}
      {isHere && lesson !== null && (
        <Button size="small" onClick={() => void takeOverDemo(lab, lesson, open)}>
          Play it yourself
        </Button>
      )}
      {isHere && (
        <Button size="small" look="ghost" onClick={() => void endLesson(lab, open)}>
          End demo
        </Button>
      )}
    </section>
  )
}
