import { useStore } from 'zustand'
import { isObject } from '#api/json.ts'
import { Button } from '#ui/kit/button.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { migrationOf } from './migrate.ts'
import { applyStore } from './store.ts'
import styles from './apply.module.css'

/**
 * Says what client-side apply left behind, and moves it to the manager at the left. For an object that no client applied on
 * its side, offers to make it look so on the branch, so that the migration can be seen. [AN4]
 */
export function MigrationNote() {
  const apply = applyStore(useLab())
  const { object, panes, isAsking } = useStore(apply.store)
  const to = panes.left.manager
  const migration = object === null ? null : migrationOf(object, to)
  if (migration === null) {
    const canShow = object?.metadata.managedFields?.some(
      (entry) => isObject(entry) && entry['manager'] === to && entry['operation'] === 'Apply',
    )
    if (canShow !== true) return null
    return (
      <section className={styles.migration} aria-label="Migration from client-side apply">
        <p>
          <b>{to}</b> applies on the server. A client that applied on its side, as kubectl did before, owns its fields
          by updates and keeps its file in an annotation; what it leaves out later stays.
        </p>
        <Button size="small" disabled={isAsking} onClick={() => void apply.applyOnClient()}>
          Show {to} before the migration
        </Button>
      </section>
    )
  }
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
