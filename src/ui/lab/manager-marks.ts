import { type ManagerMark, ManagerMarks } from '#ui/model/manager-letters.ts'
import { readSaved, save } from '#ui/model/saved.ts'
import type { Lab } from './lab.ts'
import { partState } from './part-state.ts'
import { useLab } from './use-lab.ts'

const REMEMBERED_MAX = 64

function rememberedNames(): readonly string[] {
  const { names } = readSaved<{ readonly names: unknown }>('managers', { names: [] })
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
}

function createManagerMarks(_lab: Lab): (name: string) => ManagerMark {
  const marks = new ManagerMarks(rememberedNames())
  return (name) => {
    if (!marks.has(name)) {
      marks.of(name)
      save('managers', { names: marks.names().slice(0, REMEMBERED_MAX) })
    }
    return marks.of(name)
  }
}

/**
 * Returns the function from a field manager to its letter and hue. Both stay the same after a reload of the page.
 * [UI11]
 */
export const useManagerMark = (): ((name: string) => ManagerMark) => partState(useLab(), createManagerMarks)
