import { useEffect, useLayoutEffect } from 'react'
import { useStore } from 'zustand'
import { useLab } from '#ui/lab/use-lab.ts'
import { presentStore, type Tab } from './present-store.ts'
import { type StageAction, stageKey, stepsOf } from './steps.ts'

/** The steps, the current one, and functions that change it. */
export function useSteps(tab: Tab) {
  const lab = useLab()
  const present = presentStore(lab)
  const { own, index, startMs, other } = useStore(present)
  const rows = useStore(lab.cluster, (state) => state.rows)
  const steps = stepsOf(own, rows)
  const at = Math.min(index, Math.max(0, steps.length - 1))
  useEffect(() => present.follow(tab), [present, tab])
  const show = (to: number): void => present.show(Math.max(0, Math.min(steps.length - 1, to)))
  return { lab, steps, at, step: steps[at], startMs, other, rows, show }
}

/** Runs the keys of a presentation before those of the page. [PR2] */
export function useStageKeys(run: (action: StageAction, event: KeyboardEvent) => void): void {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isCommand = event.ctrlKey || event.metaKey
      const { key, shiftKey } = event
      const action = event.altKey ? null : stageKey({ key, shiftKey, isCommand })
      const isOnButton = event.target instanceof HTMLButtonElement && event.key === ' '
      const isOnRail = event.target instanceof HTMLElement && event.target.role === 'slider' && event.key !== ' '
      if (action === null || isOnButton || isOnRail) return
      event.preventDefault()
      event.stopImmediatePropagation()
      run(action, event)
    }
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [run])
}
