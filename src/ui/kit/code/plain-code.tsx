import { type KeyboardEvent, type RefObject, useImperativeHandle, useMemo, useRef } from 'react'
import type { EditorLanguage } from '#editor/text-editor.ts'
import { classes } from '#ui/kit/button.tsx'
import { CodePieces } from './code-pieces.tsx'
import { highlightCode } from './highlight-code.ts'
import over from './code-field.module.css'
import styles from './plain-code.module.css'

/** The state that the editor takes over from the plain text. */
export interface PlainCodeHandle {
  readonly text: string
  /** The selected range in UTF-16 units; `null` while the text has no focus. */
  readonly selection: { readonly start: number; readonly end: number } | null
  readonly scrollTop: number
  /** Resolves once no word is being composed by an input method. */
  composed(): Promise<void>
}

interface PlainCodeProps {
  readonly text: string
  readonly language: EditorLanguage
  readonly label: string
  readonly readOnly: boolean
  readonly isFitted: boolean
  readonly handle: RefObject<PlainCodeHandle | null>
  /** Called on the first sign that the user will edit: pointer, focus. */
  readonly onWanted: () => void
  readonly onChange: (text: string) => void
  readonly onSubmit: () => void
  readonly onCaret: (offset: number) => void
}

/**
 * Shows a text in the colours of the editor until Monaco is loaded. It is a text field, so whoever types before that
 * loses nothing: Monaco continues with the same text, caret and focus. [PF1]
 */
export function PlainCode({ text, language, label, readOnly, isFitted, ...props }: PlainCodeProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const composing = useRef<{ readonly ended: Promise<void>; end(): void } | null>(null)
  const lines = useMemo(() => highlightCode(text, language), [text, language])
  useImperativeHandle(props.handle, () => ({
    get text() {
      return area.current?.value ?? text
    },
    get selection() {
      const field = area.current
      if (field === null || field !== document.activeElement) return null
      return { start: field.selectionStart, end: field.selectionEnd }
    },
    get scrollTop() {
      return scroller.current?.scrollTop ?? 0
    },
    composed: () => composing.current?.ended ?? Promise.resolve(),
  }))
  return (
    <div
      ref={scroller}
      className={classes(styles.scroller, over.framed, isFitted && styles.isFitted)}
      data-testid="plain-code"
    >
      <div className={styles.numbers} aria-hidden="true">
        {lines.map((_, at) => `${at + 1}\n`).join('')}
      </div>
      <div className={styles.text}>
        <Coloured lines={lines} />
        <textarea
          ref={area}
          className={classes(over.layer, over.field)}
          value={text}
          readOnly={readOnly}
          aria-label={label}
          spellCheck={false}
          autoCapitalize="off"
          wrap="off"
          onPointerDown={props.onWanted}
          onFocus={props.onWanted}
          onChange={({ target }) => props.onChange(target.value)}
          onSelect={({ currentTarget }) => props.onCaret(currentTarget.selectionStart)}
          onKeyDown={(event) => submitByKey(event, props.onSubmit)}
          onCompositionStart={() => {
            composing.current = withEnd()
          }}
          onCompositionEnd={() => {
            composing.current?.end()
            composing.current = null
          }}
        />
      </div>
    </div>
  )
}

function submitByKey(event: KeyboardEvent, submit: () => void): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.stopPropagation()
  submit()
}

function withEnd(): { readonly ended: Promise<void>; end(): void } {
  let end = (): void => undefined
  const ended = new Promise<void>((resolve) => (end = resolve))
  return { ended, end }
}

function Coloured({ lines }: { readonly lines: ReturnType<typeof highlightCode> }) {
  return (
    <pre className={classes(over.layer, over.pieces, styles.coloured)} aria-hidden="true">
      {lines.map((pieces, line) => (
        // Lines have no identity but their place.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={line}>
          <CodePieces pieces={pieces} />
          {'\n'}
        </span>
      ))}
    </pre>
  )
}
