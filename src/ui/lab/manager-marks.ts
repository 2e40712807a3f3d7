import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { ApiObject } from '#api/object-meta.ts'
import { isObject } from '#api/json.ts'
import { type ManagerMark, managerMarks } from '#ui/model/manager-letters.ts'
import { createFieldManager } from './field-manager-store.ts'
import { partState } from './part-state.ts'
import { useLab } from './use-lab.ts'

type MarkOf = (name: string) => ManagerMark

const managersOf = ({ metadata }: ApiObject): readonly string[] =>
  (metadata.managedFields ?? []).flatMap((entry) =>
    isObject(entry) && typeof entry['manager'] === 'string' ? [entry['manager']] : [],
  )

/**
 * Returns the function from a field manager to its letter and hue on this object. The page's own manager always has a mark,
 * because it may become an owner. [UI11]
 */
export function useManagerMark(object: ApiObject | undefined): MarkOf {
  const own = useStore(partState(useLab(), createFieldManager), (state) => state.name)
  return useMemo(() => {
    const names = [own, ...(object === undefined ? [] : managersOf(object))]
    const marks = managerMarks(names)
    return (name) =>
      marks.get(name) ?? managerMarks([...names, name]).get(name) ?? { letter: '?', hue: 'var(--text-3)' }
  }, [own, object])
}
