import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { LanguageService } from '#editor/language-service.ts'
import type { EditorLanguage, EditorMarker, EditorZone, LineTint, TextEditor } from '#editor/text-editor.ts'
import { loadEditor } from '#editor/load-editor.ts'
import styles from './code-box.module.css'

interface CodeBoxProps {
  readonly text: string
  readonly language: EditorLanguage
  readonly label: string
  readonly readOnly?: boolean
  readonly markers?: readonly EditorMarker[]
  readonly tints?: readonly LineTint[]
  readonly zones?: readonly EditorZone[]
  readonly service?: LanguageService
  readonly onProblemKey?: (step: 1 | -1) => void
  readonly onCaret?: (offset: number) => void
  readonly fit?: { readonly min: number; readonly max: number }
  readonly onChange?: (text: string) => void
  readonly onSubmit?: () => void
  readonly onCursorLine?: (line: number) => void
  readonly onHoverLine?: (line: number | null) => void
  /** Called with the editor once it is created, and with `null` when it is disposed. */
  readonly onEditor?: (editor: TextEditor | null) => void
}

/** A Monaco editor controlled by its props. Shows the text as plain text until Monaco has loaded. */
export function CodeBox(props: CodeBoxProps) {
  const { text, language, readOnly = false, markers, tints, zones } = props
  const host = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  const editor = useEditor(host, latest)
  useEffect(() => editor?.setText(text), [editor, text])
  useEffect(() => editor?.setLanguage(language), [editor, language])
  useEffect(() => editor?.setReadOnly(readOnly), [editor, readOnly])
  useEffect(() => editor?.setMarkers(markers ?? []), [editor, markers])
  useEffect(() => editor?.setLineTints(tints ?? []), [editor, tints])
  useEffect(() => editor?.setZones(zones ?? []), [editor, zones])
  return (
    <div
      className={props.fit === undefined ? styles.fill : styles.fit}
      style={{ minHeight: props.fit?.min }}
      role="presentation"
      onKeyDown={leaveOnEscape}
    >
      <div ref={host} className={styles.host} data-testid="code-box" />
      {editor === null && <pre className={styles.waiting}>{text}</pre>}
    </div>
  )
}

/** Esc moves the focus up to the tab, unless Monaco handles it to close a widget. [YE9] */
function leaveOnEscape(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Escape' || event.defaultPrevented) return
  const tab = event.currentTarget.closest('[role=tabpanel]')?.getAttribute('aria-labelledby') ?? ''
  // Without tabs, focus the region itself, so that Tab continues from there.
  const target = document.getElementById(tab) ?? event.currentTarget.closest('main')
  if (target === null) return
  event.preventDefault()
  target.focus()
}

function useEditor(
  host: React.RefObject<HTMLDivElement | null>,
  latest: React.RefObject<CodeBoxProps>,
): TextEditor | null {
  const [editor, setEditor] = useState<TextEditor | null>(null)
  useEffect(() => {
    let gone = false
    let made: TextEditor | null = null
    void loadEditor().then(({ createTextEditor }) => {
      if (gone || host.current === null) return
      const { text, language, label, readOnly = false, fit, onSubmit, service, onProblemKey } = latest.current
      made = createTextEditor(host.current, {
        text,
        language,
        label,
        readOnly,
        ...(fit === undefined ? {} : { fit }),
        ...(service === undefined ? {} : { service }),
        ...(onProblemKey === undefined ? {} : { onProblemKey: (step) => latest.current.onProblemKey?.(step) }),
        onCaret: (offset) => latest.current.onCaret?.(offset),
        onChange: (changed) => latest.current.onChange?.(changed),
        onCursorLine: (line) => latest.current.onCursorLine?.(line),
        onHoverLine: (line) => latest.current.onHoverLine?.(line),
        ...(onSubmit === undefined ? {} : { onSubmit: () => latest.current.onSubmit?.() }),
      })
      setEditor(made)
      latest.current.onEditor?.(made)
    })
    const { onEditor } = latest.current
    return () => {
      gone = true
      onEditor?.(null)
      made?.dispose()
      setEditor(null)
    }
  }, [host, latest])
  return editor
}
