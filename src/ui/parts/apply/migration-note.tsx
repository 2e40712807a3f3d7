import { useStore } from 'zustand'
import { Button } from '#ui/kit/button.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { migrationOf } from './migrate.ts'
import { applyStore } from './store.ts'
import styles from './apply.module.css'

/** Says what client-side apply left behind, and moves it to the manager at the left. Nothing for other objects. [AN4] */
export function MigrationNote() {
  const apply = applyStore(useLab())
  const { object, panes, isAsking } = useStore(apply.store)
  const to = panes.left.manager
  const migration = object === null ? null : migrationOf(object, to)
  if (migration === null) return null
  const { from, fields } = migration
  return (
    <section className={styles.migration} aria-label="Migration from client-side apply">
      <p>
        <b>{from}</b> applied this object on its side and still owns {fields} of its fields by updates. What {to} leaves
        out of its file stays in the object, because {from} owns it, too. The migration makes these fields {to}’s own.
      </p>
      <Button size="small" disabled={isAsking} onClick={() => void apply.migrate()}>
        Move them to {to}
      </Button>
    </section>
  )
}
