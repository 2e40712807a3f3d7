import { type PointerEvent, useMemo } from 'react'
import { classes } from '#ui/kit/button.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { bytesText } from '#ui/model/words.ts'
import { BYTES_PER_ROW, hexRows, isWithin, piecesOf, spanOf } from './spans.ts'
import { bytesStore, type Form } from './store.ts'
import { asciiOf, wireWords } from './wire-words.ts'
import styles from './bytes.module.css'

interface ColumnProps {
  readonly form: Form
  readonly marked: string
}

/** Marks a piece that belongs to the field, or in which the field is. */
const look = (path: string, marked: string): string => classes(styles.piece, isWithin(path, marked) && styles.marked)

function TextForm({ form, marked }: ColumnProps) {
  const pieces = useMemo(() => piecesOf(form.text, form.spans), [form])
  return (
    <pre>
      {pieces.map(({ text, path, start }) =>
        path === '' ? (
          text
        ) : (
          <span key={start} className={look(path, marked)} data-field={path}>
            {text}
          </span>
        ),
      )}
    </pre>
  )
}

function HexForm({ form, marked }: ColumnProps) {
  const rows = useMemo(() => hexRows(form.bytes, form.spans), [form])
  return (
    <pre className={styles.hex}>
      {rows.map(({ offset, pieces }) => (
        <span key={offset}>
          <span className={styles.offset}>{offset.toString(16).padStart(4, '0')}</span>{' '}
          {pieces.map(({ hex, path, start }, at) => (
            <span key={start}>
              {at > 0 && ' '}
              <span className={look(path, marked)} data-field={path === '' ? undefined : path}>
                {hex}
              </span>
            </span>
          ))}
          <span className={styles.ascii} aria-hidden="true">
            {asciiOf(form.bytes.subarray(offset, offset + BYTES_PER_ROW))}
          </span>
          {'\n'}
        </span>
      ))}
    </pre>
  )
}

/** The bytes of the marked field, and what they say. [BY6] */
function Decoded({ form, marked }: ColumnProps) {
  const span = spanOf(form.spans, marked)
  const words = span === undefined ? [] : wireWords(form.bytes, form.nodes, span)
  if (words.length === 0) return null
  return (
    <ul className={styles.decoded} aria-label={`Bytes of ${marked.replaceAll('/', '.')}`}>
      {words.map(({ start, head, words: said, value }) => (
        <li key={start}>
          <code>{head}</code>
          <span>
            {said}
            {value !== '' && ': '}
            <code>{value}</code>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** One form of the object: its sizes, and its text or bytes. */
export function FormColumn({ form, marked }: ColumnProps) {
  const bytes = bytesStore(useLab())
  const { id, title, refused, gzipBytes, spans } = form
  const size = form.bytes.byteLength
  const fieldAt = ({ target }: PointerEvent): string =>
    (target instanceof Element ? target.closest<HTMLElement>('[data-field]')?.dataset['field'] : undefined) ?? ''
  return (
    <section className={styles.form} aria-label={title} data-form={id}>
      <header>
        <h3>{title}</h3>
        <small>
          {bytesText(size)}, gzip {bytesText(gzipBytes)}
          {gzipBytes > size && ', larger'}
        </small>
      </header>
      {refused !== '' && <p className={styles.absent}>{refused}</p>}
      {refused === '' && spanOf(spans, marked) === undefined && (
        <p className={styles.absent}>
          {id === 'table' ? 'The columns are made of fields, but do not name them; ' : ''}
          {marked.replaceAll('/', '.')} is not in this form.
        </p>
      )}
      <div
        className={styles.text}
        role="group"
        aria-label={`${title} of the object`}
        // It scrolls.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onPointerOver={(event) => bytes.hover(fieldAt(event))}
        onPointerLeave={() => bytes.hover('')}
        onPointerUp={(event) => {
          const field = fieldAt(event)
          if (field !== '') bytes.choose(field)
        }}
      >
        {id === 'protobuf' ? <HexForm form={form} marked={marked} /> : <TextForm form={form} marked={marked} />}
      </div>
      {id === 'protobuf' && <Decoded form={form} marked={marked} />}
    </section>
  )
}
