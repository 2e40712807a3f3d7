import { flushSync } from 'react-dom'
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import type { LanguageService } from '#editor/language-service.ts'
import type {
  EditorLanguage,
  EditorMarker,
  EditorZone,
  LineTint,
  TextEditor,
  TextEditorOptions,
} from '#editor/text-editor.ts'
import { loadEditor, whenEditorIsDue } from '#editor/load-editor.ts'
import { PlainCode, type PlainCodeHandle } from './plain-code.tsx'
import styles from './code-box.module.css'
import './monaco.css'

interface CodeBoxProps {
  readonly text: string
  readonly language: EditorLanguage
  readonly label: string
  readonly readOnly?: boolean
  readonly markers?: readonly EditorMarker[]
  readonly tints?: readonly LineTint[]
  readonly zones?: readonly EditorZone[]
  readonly service?: LanguageService
  readonly hasEdge?: boolean
  /** True to wrap long lines; for texts that may be one line. */
  readonly wraps?: boolean
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

/**
 * A Monaco editor controlled by its props. Until Monaco is loaded, which happens when the page is idle or the text is
 * used, it is a text field in the same colours. [PF1]
 */
export function CodeBox(props: CodeBoxProps) {
  const { text, language, readOnly = false, markers, tints, zones } = props
  const host = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  const plain = useRef<PlainCodeHandle>(null)
  const { editor, want } = useEditor(host, latest, plain)
  const outside = useRef<HTMLParagraphElement>(null)
  useEffect(() => editor?.setText(text), [editor, text])
  useEffect(() => editor?.setLanguage(language), [editor, language])
  useEffect(() => editor?.setReadOnly(readOnly), [editor, readOnly])
  useEffect(() => editor?.setMarkers(markers ?? []), [editor, markers])
  useEffect(() => editor?.setLineTints(tints ?? []), [editor, tints])
  useEffect(() => editor?.setZones(zones ?? []), [editor, zones])
  return (
    <div
      className={props.fit === undefined ? styles.fill : styles.fit}
      style={{ minHeight: props.fit?.min, ...(editor === null && { maxHeight: props.fit?.max }) }}
      role="presentation"
      onKeyDown={(event) => leaveOnEscape(event, outside.current, editor)}
    >
      <div ref={host} className={styles.host} data-testid="code-box" />
      {editor === null && (
        <PlainCode
          text={text}
          language={language}
          label={props.label}
          readOnly={readOnly}
          isFitted={props.fit !== undefined}
          handle={plain}
          onWanted={want}
          onChange={(changed) => props.onChange?.(changed)}
          onSubmit={() => props.onSubmit?.()}
          onCaret={(offset) => props.onCaret?.(offset)}
        />
      )}
      <p ref={outside} className={styles.outside} tabIndex={-1} data-typing="">
        Out of the text. <kbd>Tab</kbd> goes on, <kbd>↵</kbd> goes back.
      </p>
    </div>
  )
}

/**
 * Esc leaves the text, unless Monaco handles it to close a widget: Tab then goes on to what follows the editor, Enter goes
 * back, a second Esc goes up to the tab. [YE9]
 */
function leaveOnEscape(
  event: KeyboardEvent<HTMLElement>,
  outside: HTMLElement | null,
  editor: TextEditor | null,
): void {
  if (event.defaultPrevented || event.currentTarget.closest('dialog') !== null) return
  const isOutside = event.target === outside
  if (isOutside && event.key === 'Enter') (editor ?? event.currentTarget.querySelector('textarea'))?.focus()
  else if (event.key === 'Escape') (isOutside ? above(event.currentTarget) : outside)?.focus()
  else return
  event.preventDefault()
}

/** Returns the tab of an editor; without tabs the region itself, so that Tab continues from there. */
function above(box: HTMLElement): HTMLElement | null {
  const tab = box.closest('[role=tabpanel]')?.getAttribute('aria-labelledby') ?? ''
  return document.getElementById(tab) ?? box.closest('main')
}

interface LoadedEditor {
  readonly editor: TextEditor | null
  /** Loads the editor now. */
  want(): void
}

function useEditor(
  host: React.RefObject<HTMLDivElement | null>,
  latest: React.RefObject<CodeBoxProps>,
  plain: React.RefObject<PlainCodeHandle | null>,
): LoadedEditor {
  const [editor, setEditor] = useState<TextEditor | null>(null)
  const due = useRef<ReturnType<typeof whenEditorIsDue>>(null)
  useEffect(() => {
    let gone = false
    let made: TextEditor | null = null
    const load = async (): Promise<void> => {
      const { createTextEditor } = await loadEditor()
      await plain.current?.composed()
      if (gone || host.current === null) return
      made = createTextEditor(host.current, optionsOf(latest, plain.current?.text))
      const left = plain.current === null ? null : placeIn(plain.current)
      const created = made
      // The plain text goes first: the removal of a focused field would take the input from an editor that has the focus
      // already. All of it happens in one task, so no key is lost between.
      flushSync(() => setEditor(created))
      takeOver(created, left)
      latest.current.onEditor?.(made)
    }
    const start = (): void => {
      // Without the editor's files, or while the page is being left, the plain text stays; a focus tries again.
      due.current = whenEditorIsDue(() => void load().catch(retry))
    }
    const retry = (): void => {
      if (gone) return
      due.current?.stop()
      const now = (): void => {
        start()
        due.current?.now()
      }
      due.current = { now, stop: () => undefined }
    }
    start()
    const { onEditor } = latest.current
    return () => {
      gone = true
      due.current?.stop()
      onEditor?.(null)
      made?.dispose()
      setEditor(null)
    }
  }, [host, latest, plain])
  const want = useCallback(() => due.current?.now(), [])
  return { editor, want }
}

type Place = Pick<PlainCodeHandle, 'scrollTop' | 'selection'>

const placeIn = ({ scrollTop, selection }: PlainCodeHandle): Place => ({ scrollTop, selection })

/** Continues where the user was in the plain text: caret, focus, scroll position. [PF1] */
function takeOver(editor: TextEditor, plain: Place | null): void {
  if (plain === null) return
  editor.scrollTo(plain.scrollTop)
  const { selection } = plain
  if (selection === null) return
  editor.select(selection)
  editor.focus()
}

/** Callbacks read the latest props, since the editor lives longer than a render. */
function optionsOf(latest: React.RefObject<CodeBoxProps>, shown: string | undefined): TextEditorOptions {
  const {
    text,
    language,
    label,
    readOnly = false,
    fit,
    hasEdge,
    wraps,
    onSubmit,
    service,
    onProblemKey,
  } = latest.current
  return {
    text: shown ?? text,
    language,
    label,
    readOnly,
    ...(fit === undefined ? {} : { fit }),
    ...(service === undefined ? {} : { service }),
    ...(hasEdge === undefined ? {} : { hasEdge }),
    ...(wraps === undefined ? {} : { wraps }),
    ...(onProblemKey === undefined ? {} : { onProblemKey: (step) => latest.current.onProblemKey?.(step) }),
    onCaret: (offset) => latest.current.onCaret?.(offset),
    onChange: (changed) => latest.current.onChange?.(changed),
    onCursorLine: (line) => latest.current.onCursorLine?.(line),
    onHoverLine: (line) => latest.current.onHoverLine?.(line),
    ...(onSubmit === undefined ? {} : { onSubmit: () => latest.current.onSubmit?.() }),
  }
}
