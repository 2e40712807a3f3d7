import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { LifeStatus } from '#facts/debug-api.ts'
import { LIFE_NAME, LIFE_NAMESPACE } from '#facts/life.ts'
import { Button } from '#ui/kit/button.tsx'
import { later } from '#ui/kit/later.tsx'
import { attempt, openWork } from '#ui/lab/actions.ts'
import type { Lab } from '#ui/lab/lab.ts'
import type { DockPanel } from '#ui/lab/part.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { postJson } from '#ui/model/api.ts'
import { groupActors } from './actor-words.ts'
import { lifeCommands, setLife } from './life-commands.ts'

/** Opens the ConfigMap with the stages in the YAML tab. [LI2] */
function editStages(lab: Lab): void {
  lab.selection.selectObject({ resourceId: 'v1.configmaps', namespace: LIFE_NAMESPACE, name: LIFE_NAME })
  openWork(lab, 'yaml')
}

function Tools() {
  const lab = useLab()
  const controllers = useStore(lab.cluster, (state) => state.controllers)
  const { loops, nodes, stages } = useMemo(() => groupActors(controllers.values()), [controllers])
  const isAlive = nodes.length > 0
  const isHeld = [...loops, ...nodes].every(({ paused }) => paused)
  const pauseAll = async (paused: boolean) => {
    for (const { name } of [...loops, ...nodes, ...(paused ? [] : stages)])
      await postJson<LifeStatus>(lab.read, `/debug/controllers/${name}`, { paused })
  }
  if (!isAlive)
    return (
      <Button size="small" look="primary" onClick={() => setLife(lab, true)}>
        Start
      </Button>
    )
  return (
    <>
      <Button look="ghost" size="small" onClick={() => editStages(lab)}>
        Edit stages
      </Button>
      <Button look="ghost" size="small" onClick={() => void attempt(lab, pauseAll(!isHeld))}>
        {isHeld ? 'Resume all' : 'Pause all'}
      </Button>
      <Button size="small" onClick={() => setLife(lab, false)}>
        Stop
      </Button>
    </>
  )
}

/** The dock tab of what acts by itself: loops, scheduler, nodes, stages. */
export const loopsPanel: DockPanel = {
  id: 'loops',
  title: 'Loops',
  commands: lifeCommands,
  Tools,
  Body: later(async () => (await import('./loops-body.tsx')).LoopsBody),
}
