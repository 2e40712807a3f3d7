import { useEffect } from 'react'
import { useStore } from 'zustand'
import { useLab, useSelectedObject } from '#ui/lab/use-lab.ts'
import { BenchFrame, BenchHint, BenchRefused } from '#ui/trials/bench.tsx'
import { FormColumn } from './form-column.tsx'
import { spanOf } from './spans.ts'
import { bytesStore, type Form } from './store.ts'
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

/** The selected object in each form; the field under the pointer is marked in all. */
export function BytesBody() {
  const lab = useLab()
  const bytes = bytesStore(lab)
  const ref = useStore(lab.selection, (state) => state.object)
  const version = useSelectedObject()?.metadata.resourceVersion
  const bench = useStore(lab.layout, (state) => state.benches['bytes'] ?? '')
  const { forms, hovered, isReading, refused, name } = useStore(bytes.store)
  useEffect(() => {
    void bytes.open(version === undefined ? null : ref)
  }, [bytes, ref, version])
  if (name === '') return <BenchHint>Select an object to see its bytes.</BenchHint>
  const fields = forms[0]?.spans ?? []
  const chosen = spanOf(fields, bench)?.path ?? fields.find(({ path }) => path === 'metadata/name')?.path ?? ''
  const marked = hovered === '' ? chosen : hovered
  return (
    <BenchFrame isBusy={isReading} testId="bytes">
      <div className={styles.top}>
        <label>
          <span>Field</span>
          <select value={chosen} onChange={({ target }) => bytes.choose(target.value)} data-testid="bytes-field">
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
      <div className={styles.forms}>
        {forms.map((form) => (
          <FormColumn key={form.id} form={form} marked={marked} />
        ))}
      </div>
      <Stored />
    </BenchFrame>
  )
}
