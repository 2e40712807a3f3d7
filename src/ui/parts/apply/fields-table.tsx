import { Fragment } from 'react'
import { useStore } from 'zustand'
import { printExactJson } from '#api/exact-json.ts'
import type { Json } from '#api/json.ts'
import { classes } from '#ui/kit/button.tsx'
import { KindTag, OwnerLetter } from '#ui/kit/text.tsx'
import { useManagerMark } from '#ui/lab/manager-marks.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { type AskedField, type AskMark } from './asked-fields.ts'
import { sides } from './files.ts'
import { applyStore } from './store.ts'
import { plainValue } from './way-words.ts'
import styles from './fields-table.module.css'

const looks: Readonly<Record<AskMark, string | undefined>> = {
  conflict: styles.conflict,
  new: styles.new,
  same: undefined,
  absent: undefined,
}

const markWords: Readonly<Record<AskMark, string>> = {
  conflict: ', in conflict',
  new: ', new',
  same: '',
  absent: '',
}

/** The object between the two files: each field now, with its owners, and as each file has it. [AN5] */
export function FieldsTable({ fields }: { readonly fields: readonly AskedField[] }) {
  const { panes, object, subject } = useStore(applyStore(useLab()).store)
  const markOf = useManagerMark(object ?? undefined)
  if (object === null || subject === null) return <section aria-label="Fields of both files" />
  const { kind, group } = subject.resource
  return (
    <section className={styles.fields} aria-label="Fields of both files">
      <header>
        <KindTag kind={kind} group={group} /> <b>{subject.ref.name}</b>
        <small>now, at {object.metadata.resourceVersion}</small>
      </header>
      {/* Scrolls by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.scroll} tabIndex={0} role="group" aria-label="Fields now, and as each file has them">
        <table>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Now</th>
              {sides.map((side) => (
                <th key={side} scope="col">
                  <OwnerLetter {...markOf(panes[side].manager)} name={panes[side].manager} /> asks
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {fields.map(({ path, label, owners, now, asked }) => (
              <tr key={path} data-field={path}>
                <th scope="row" title={path}>
                  <Label text={label} />
                </th>
                <td>
                  {owners.map((name) => (
                    <OwnerLetter key={name} {...markOf(name)} name={name} />
                  ))}
                  <Value value={now} />
                </td>
                {sides.map((side) => (
                  <td key={side} className={classes(looks[asked[side].mark])} data-mark={asked[side].mark}>
                    <Value value={asked[side].value} />
                    <span className="visually-hidden">{markWords[asked[side].mark]}</span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <Legend fields={fields} />
      </div>
    </section>
  )
}

/** A field's name. A domain before a slash and the name after it may stand on lines of their own. */
const Label = ({ text }: { readonly text: string }) =>
  text.split(/(?<=\/)/).map((part, at) => (
    // Parts of one name.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))

function Value({ value }: { readonly value: Json | undefined }) {
  if (value === undefined) return <code>–</code>
  return <code title={printExactJson(value)}>{plainValue(value)}</code>
}

const isShared = ({ owners, asked }: AskedField): boolean =>
  owners.length > 1 && asked.left.mark === 'same' && asked.right.mark === 'same'

function Legend({ fields }: { readonly fields: readonly AskedField[] }) {
  const shared = fields.find(isShared)
  const isConflict = fields.some(({ asked }) => asked.left.mark === 'conflict' || asked.right.mark === 'conflict')
  return (
    <div className={styles.legend}>
      {shared !== undefined && (
        <p>
          <b>{shared.label}</b> is in both files with one value, so both own it. If one leaves it out, the other keeps
          it.
        </p>
      )}
      {isConflict ? (
        <p>
          <b>Order matters.</b> Whoever forces last holds the field; the other file conflicts in turn.
        </p>
      ) : (
        <p>No conflict now. Change a value that the other manager owns, and the server refuses it.</p>
      )}
      <p>
        <b>Outlined</b> would change a field of another manager. <b>Tinted red</b> is what the other file would take.{' '}
        <b>Tinted blue</b> is new.
      </p>
    </div>
  )
}
