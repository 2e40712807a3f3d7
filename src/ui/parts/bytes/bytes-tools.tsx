import { useStore } from 'zustand'
import type { RevisionRow } from '#facts/fact.ts'
import { downloadBytes } from '#ui/kit/copy-text.ts'
import { MenuButton } from '#ui/kit/menu.tsx'
import { useCursorAt, useLab, useWritesOf } from '#ui/lab/use-lab.ts'
import { numberText } from '#ui/model/words.ts'
import type { ObjectRef } from '#ui/model/selection.ts'
import { readChoice } from './choice.ts'
import type { Form, FormId } from './read-forms.ts'
import { bytesStore } from './store.ts'
import styles from './bytes.module.css'

/** Versions that are offered; older ones are reached by the rail. */
const VERSIONS_MAX = 200

const endings: Readonly<Record<FormId, string>> = {
  json: 'json',
  yaml: 'yaml',
  protobuf: 'pb',
  table: 'table.json',
  frame: 'watch.json',
}

/** Saves the bytes of a form as the server sent them. [BY9] */
function save({ id, bytes, type }: Form, name: string): void {
  downloadBytes(bytes, `${name}.${endings[id]}`, type)
}

/** Chooses the revision at which the object is read, and saves a form. */
export function BytesTools() {
  const lab = useLab()
  const ref = useStore(lab.selection, (state) => state.object)
  const { forms, name, isReading } = useStore(bytesStore(lab).store)
  if (ref === null || name === '') return null
  const served = forms.filter(({ refused }) => refused === '')
  const items = served.map((form) => ({
    id: form.id,
    label: `${form.title}, as ${name}.${endings[form.id]}`,
    note: `${numberText(form.bytes.byteLength)} B`,
    run: () => save(form, name),
  }))
  return (
    <>
      <AtRevision of={ref} />
      <MenuButton
        size="small"
        menuLabel="Form to save"
        disabled={isReading || served.length === 0}
        sections={[{ heading: 'As the server sent them', items }]}
      >
        Save bytes…
      </MenuButton>
    </>
  )
}

const versionText = ({ revision, verb, actor }: RevisionRow): string => `${revision}, ${verb} by ${actor}`

function AtRevision({ of }: { readonly of: ObjectRef }) {
  const lab = useLab()
  const writes = useWritesOf(of).filter(({ effect }) => effect !== 'removed')
  const cursorAt = useCursorAt()
  const { at } = readChoice(useStore(lab.layout, (state) => state.benches['bytes'] ?? ''))
  const offered = writes.slice(-VERSIONS_MAX).toReversed()
  const isOther = at !== null && !offered.some(({ revision }) => revision === at)
  return (
    <label className={styles.revision}>
      At revision
      <select
        value={at ?? ''}
        onChange={({ target }) => bytesStore(lab).choose({ at: target.value === '' ? null : Number(target.value) })}
        data-testid="bytes-revision"
      >
        <option value="">{cursorAt === null ? 'the newest' : `${cursorAt}, as shown`}</option>
        {isOther && <option value={at}>{at}</option>}
        {offered.map((row) => (
          <option key={row.revision} value={row.revision}>
            {versionText(row)}
          </option>
        ))}
      </select>
    </label>
  )
}
