import { useEffect } from 'react'
import { useStore } from 'zustand'
import { useCursorAt, useLab, useSelectedObject } from '#ui/lab/use-lab.ts'
import { BenchFrame, BenchHint, BenchRefused } from '#ui/trials/bench.tsx'
import { readChoice } from './choice.ts'
import { FormColumn } from './form-column.tsx'
import type { Form, FormId } from './read-forms.ts'
import { Sizes } from './sizes.tsx'
import { spanOf } from './spans.ts'
import { bytesStore } from './store.ts'
import { Stored } from './stored.tsx'
import styles from './bytes.module.css'

/** Text for screen readers that says where each form contains the marked field. */
function whereText(forms: readonly Form[], path: string): string {
  const places = forms.map(({ title, id, spans }) => {
    const span = spanOf(spans, path)
    if (span === undefined) return `${title} does not have it`
    const unit = id === 'protobuf' ? 'bytes' : 'characters'
    return `${title} ${unit} ${span.start} to ${span.end - 1}`
  })
  return `${path.replaceAll('/', '.')}: ${places.join('; ')}.`
}

/** The forms that stand side by side in full height; the others stand below them. */
const tall: ReadonlySet<FormId> = new Set(['json', 'yaml', 'protobuf'])

interface FormsProps {
  readonly forms: readonly Form[]
  readonly marked: string
  readonly chosen: string
}

function Forms({ forms, marked, chosen }: FormsProps) {
  const column = (form: Form) => <FormColumn key={form.id} form={form} marked={marked} chosen={chosen} />
  return (
    <>
      <Sizes forms={forms} />
      <div className={styles.forms}>{forms.filter(({ id }) => tall.has(id)).map(column)}</div>
      <div className={styles.below}>
        {forms.filter(({ id }) => !tall.has(id)).map(column)}
        <Stored />
      </div>
    </>
  )
}

/** The selected object in each form; the field under the pointer is marked in all. */
export function BytesBody() {
  const lab = useLab()
  const bytes = bytesStore(lab)
  const ref = useStore(lab.selection, (state) => state.object)
  const version = useSelectedObject()?.metadata.resourceVersion
  const choice = readChoice(useStore(lab.layout, (state) => state.benches['bytes'] ?? ''))
  const cursorAt = useCursorAt()
  const at = choice.at ?? cursorAt
  const { forms, hovered, isReading, refused, name } = useStore(bytes.store)
  useEffect(() => {
    void bytes.open(version === undefined ? null : ref, at)
  }, [bytes, ref, version, at])
  if (name === '') return <BenchHint>Select an object to see its bytes.</BenchHint>
  const fields = forms[0]?.spans ?? []
  const chosen = spanOf(fields, choice.field)?.path ?? fields.find(({ path }) => path === 'metadata/name')?.path ?? ''
  const marked = hovered === '' ? chosen : hovered
  return (
    <BenchFrame isBusy={isReading} testId="bytes">
      <div className={styles.top}>
        <label>
          <span>Field</span>
          <select
            value={chosen}
            onChange={({ target }) => bytes.choose({ field: target.value })}
            data-testid="bytes-field"
          >
            {fields.map(({ path }) => (
              <option key={path} value={path}>
                {path.replaceAll('/', '.')}
              </option>
            ))}
          </select>
        </label>
        <p className={styles.where} role="status">
          {forms.length > 0 && chosen !== '' && whereText(forms, chosen)}
        </p>
      </div>
      <BenchRefused text={refused} />
      {forms.length > 0 && <Forms forms={forms} marked={marked} chosen={chosen} />}
    </BenchFrame>
  )
}
