import { type PointerEvent, type ReactNode, useEffect, useMemo, useRef } from 'react'
import { classes } from '#ui/kit/button.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import type { Form } from './read-forms.ts'
import { BYTES_PER_ROW, hexRows, isWithin, piecesOf, spanOf, wirePart } from './spans.ts'
import { bytesStore } from './store.ts'
import { TableForm } from './table-form.tsx'
import { asciiOf, wireWords } from './wire-words.ts'
import styles from './form.module.css'

interface PieceProps {
  readonly form: Form
  readonly marked: string
}

interface ColumnProps extends PieceProps {
  /** The field that is marked while the pointer is on none. */
  readonly chosen: string
}

/** Marks a piece that belongs to the field, or in which the field is. */
const look = (path: string, marked: string): string => classes(styles.piece, isWithin(path, marked) && styles.marked)

function TextForm({ form, marked }: PieceProps) {
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

function HexForm({ form, marked }: PieceProps) {
  const rows = useMemo(() => hexRows(form.bytes, form.spans), [form])
  return (
    <pre className={styles.hex}>
      {rows.map(({ offset, pieces }) => (
        <span key={offset}>
          <span className={styles.offset}>{offset.toString(16).padStart(4, '0')}</span>{' '}
          {pieces.map(({ hex, path, start }, at) => (
            <span key={start}>
              {at > 0 && ' '}
              <span
                className={look(path, marked)}
                data-field={path === '' ? undefined : path}
                data-part={wirePart(path, start)}
              >
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
function Decoded({ form, marked }: PieceProps) {
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

/** Says which line under the bytes stands for which part of the body. */
function Parts({ spans }: Pick<Form, 'spans'>) {
  const members = new Set(spans.map(({ path }) => path.split('/')[0] ?? ''))
  const own = [...members].filter((name) => !['', 'apiVersion', 'kind', 'metadata'].includes(name))
  return (
    <ul className={styles.parts} aria-label="Parts of the body">
      <li data-part="prefix">prefix</li>
      <li data-part="envelope">envelope</li>
      <li data-part="metadata">metadata</li>
      {own.length > 0 && <li data-part="content">{own.join(', ')}</li>}
    </ul>
  )
}

/** Scrolls a text, and nothing around it, to its first piece of a field. */
function showField(text: HTMLElement, field: string): void {
  const piece = [...text.querySelectorAll<HTMLElement>('[data-field]')].find(({ dataset }) =>
    isWithin(dataset['field'] ?? '', field),
  )
  if (piece === undefined) return
  const [own, around] = [piece.getBoundingClientRect(), text.getBoundingClientRect()]
  if (own.top < around.top || own.bottom > around.bottom) text.scrollTop += own.top - around.top - around.height / 3
}

interface ScrolledProps {
  readonly form: Form
  readonly chosen: string
  readonly children: ReactNode
}

/** A text that scrolls; the field under the pointer is marked in every form, and a click keeps it marked. */
function Scrolled({ form, chosen, children }: ScrolledProps) {
  const bytes = bytesStore(useLab())
  const text = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (text.current !== null && chosen !== '') showField(text.current, chosen)
  }, [form, chosen])
  const fieldAt = ({ target }: PointerEvent): string =>
    (target instanceof Element ? target.closest<HTMLElement>('[data-field]')?.dataset['field'] : undefined) ?? ''
  return (
    <div
      ref={text}
      className={styles.text}
      role="group"
      aria-label={`${form.title} of the object`}
      // It scrolls.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onPointerOver={(event) => bytes.hover(fieldAt(event))}
      onPointerLeave={() => bytes.hover('')}
      onPointerUp={(event) => {
        const field = fieldAt(event)
        if (field !== '') bytes.choose({ field })
      }}
    >
      {children}
    </div>
  )
}

function Content({ form, marked, chosen }: ColumnProps) {
  const { id, spans } = form
  if (id === 'table')
    return (
      <Scrolled form={form} chosen={chosen}>
        <TableForm form={form} marked={marked}>
          <TextForm form={form} marked={marked} />
        </TableForm>
      </Scrolled>
    )
  if (id !== 'protobuf')
    return (
      <Scrolled form={form} chosen={chosen}>
        <TextForm form={form} marked={marked} />
      </Scrolled>
    )
  return (
    <>
      <Scrolled form={form} chosen={chosen}>
        <HexForm form={form} marked={marked} />
      </Scrolled>
      <Parts spans={spans} />
      <Decoded form={form} marked={marked} />
    </>
  )
}

/** One form of the object: its media type, and its text or bytes. */
export function FormColumn({ form, marked, chosen }: ColumnProps) {
  const { id, title, type, refused, spans } = form
  const isAbsent = id !== 'table' && refused === '' && spanOf(spans, marked) === undefined
  return (
    <section className={styles.form} aria-label={title} data-form={id}>
      <header>
        <h3>{title}</h3>
        <code title={type}>{type}</code>
      </header>
      {refused !== '' && <p className={styles.absent}>{refused}</p>}
      {isAbsent && <p className={styles.absent}>{marked.replaceAll('/', '.')} is not in this form.</p>}
      {refused === '' && <Content form={form} marked={marked} chosen={chosen} />}
    </section>
  )
}
