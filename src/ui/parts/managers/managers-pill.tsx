import { useMemo } from 'react'
import type { ApiObject } from '#api/object-meta.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { countText } from '#ui/model/words.ts'
import { managerEntries } from './fields-v1.ts'
import styles from './ownership.module.css'

/** Opens the inspector at its list of managers, and moves the focus there. */
function showManagers(lab: Lab): void {
  if (lab.layout.getState().folded.inspector) lab.layout.setFolded('inspector', false)
  lab.layout.openDrawer('inspector')
  // After the inspector was drawn.
  requestAnimationFrame(() => {
    const list = document.querySelector<HTMLElement>('[data-testid="managers"]')
    list?.scrollIntoView({ block: 'nearest' })
    list?.querySelector('button')?.focus()
  })
}

/** Counts the managers that own fields of the object, and leads to them. [OW9] */
export function ManagersPill({ object }: { readonly object: ApiObject }) {
  const lab = useLab()
  const count = useMemo(() => new Set(managerEntries(object).map(({ manager }) => manager)).size, [object])
  if (count === 0) return null
  return (
    <button
      type="button"
      className={styles.pill}
      data-testid="managers-pill"
      title="Show who owns which fields"
      onClick={() => showManagers(lab)}
    >
      {countText(count, 'manager')}
    </button>
  )
}
