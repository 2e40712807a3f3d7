import { useStore } from 'zustand'
import { Button, classes } from '#ui/kit/button.tsx'
import { downloadText } from '#ui/kit/copy-text.ts'
import { OwnerLetter } from '#ui/kit/text.tsx'
import { attempt } from '#ui/lab/actions.ts'
import { useManagerMark } from '#ui/lab/manager-marks.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { BenchFrame, BenchHint, BenchNote, BenchRefused, useSubject } from '#ui/trials/bench.tsx'
import { FieldsTable } from './fields-table.tsx'
import { FilePane } from './file-pane.tsx'
import { ownedFields, sides } from './files.ts'
import { MigrationNote } from './migration-note.tsx'
import { applyStore } from './store.ts'
import { useAskedFields } from './use-asked-fields.ts'
import { useChoiceKeys, Ways } from './ways.tsx'
import styles from './apply.module.css'

/** Buttons of the bench. */
export function ApplyTools() {
  const lab = useLab()
  const apply = applyStore(lab)
  const { at, isAsking, object } = useStore(apply.store)
  const save = async (): Promise<void> => downloadText(await apply.testFile(), 'apply.test.ts', 'text/plain')
  const isIdle = object !== null && !isAsking
  return (
    <>
      <BenchNote>{at === 0 ? '' : `outcomes by dry run, on a branch of ${at}`}</BenchNote>
      <Button size="small" look="ghost" disabled={object === null} onClick={() => apply.swap()}>
        Swap sides
      </Button>
      <Button
        size="small"
        look="ghost"
        title="What was sent, and the dry runs of both files, as a Vitest file for any server"
        disabled={!isIdle}
        onClick={() => void attempt(lab, save())}
      >
        Save as test
      </Button>
      <Button size="small" disabled={object === null} onClick={() => void apply.restart()}>
        Reset
      </Button>
    </>
  )
}

/** Shows the files of two managers for the selected object, and the choices that each has. */
export function ApplyBody() {
  const apply = applyStore(useLab())
  const { subject, isAsking, refused, done } = useStore(apply.store)
  const fields = useAskedFields()
  const keys = { left: useChoiceKeys('left'), right: useChoiceKeys('right') }
  useSubject(apply)
  if (subject === null) return <BenchHint>Select an object that two managers apply.</BenchHint>
  return (
    <BenchFrame isBusy={isAsking} testId="apply">
      <BenchRefused text={refused} />
      <div className={styles.bench}>
        <div className={styles.panes}>
          <FilePane side="left" fields={fields} onKeyDown={keys.left} />
          <FieldsTable fields={fields} />
          <FilePane side="right" fields={fields} onKeyDown={keys.right} />
        </div>
        <p className={styles.done} role="status">
          {done !== '' && `${done}. Stored on the branch; the cluster stays as it is.`}
        </p>
        <div className={styles.ways}>
          {sides.map((side) => (
            <Ways key={side} side={side} fields={fields} />
          ))}
        </div>
      </div>
      <MigrationNote />
      <Owners />
    </BenchFrame>
  )
}

/** Shows managedFields as a table. */
function Owners() {
  const { object } = useStore(applyStore(useLab()).store)
  const markOf = useManagerMark(object ?? undefined)
  if (object === null) return null
  const fields = ownedFields(object)
  return (
    <section className={styles.owners} aria-label="Owned fields">
      <h3>Who owns what</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Managers</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ path, managers }) => (
            <tr key={path} className={classes(managers.length > 1 && styles.shared)}>
              <td>
                <code>{path}</code>
              </td>
              <td>
                {managers.map(({ name, operation }) => (
                  <span key={`${name} ${operation}`} className={styles.owner}>
                    <OwnerLetter {...markOf(name)} name={name} /> {name} ({operation})
                  </span>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
