import { useMemo, useState } from 'react'
import type { EditorMarker, LineTint, TextEditor } from '#editor/text-editor.ts'
import { CodeBox } from '#ui/kit/code/code-box.tsx'
import { useEditorLayout } from '#ui/kit/use-editor-layout.ts'
import type { CheckedText } from '#ui/rooms/config/state/check-text.ts'
import { stepProblem } from '#ui/rooms/config/state/editor-handle.ts'
import { placeAt } from '#ui/rooms/config/state/expression-places.ts'
import { heldLenses, type LensesOf } from '#ui/rooms/config/state/held-lenses.ts'
import type { FileId } from '#ui/rooms/config/state/files.ts'
import { languageOf } from './language.ts'
import { LensOverlay } from './lens-overlay.tsx'
import { lensHeight } from './lens-list.tsx'
import { changedLines, type DiffLine } from '#ui/texts/line-diff.ts'
import { runningOf, textOf } from '#ui/rooms/config/state/room-store.ts'
import { useRoom, useRoomState } from '#ui/rooms/config/state/use-room.ts'
import styles from './editor.module.css'

const markersOf = ({ diagnostics }: CheckedText): readonly EditorMarker[] =>
  diagnostics.map(({ start, end, severity, path, message, code }) => ({
    startLine: start.line,
    startColumn: start.column,
    endLine: end.line,
    // Monaco shows nothing for an empty range.
    endColumn: end.line === start.line && end.column === start.column ? end.column + 1 : end.column,
    severity,
    message: `${path === '' ? '' : `${path}: `}${message} (${code})`,
  }))

/** Returns the marks next to the line numbers: changed lines and lines with a problem. */
function edgesOf(text: string, lines: readonly DiffLine[], check: CheckedText): readonly LineTint[] {
  const wrong = new Set(check.text === text ? check.diagnostics.map(({ start }) => start.line) : [])
  const changed = changedLines(lines)
  return [
    ...changed
      .filter((line) => !wrong.has(line))
      .map((line) => ({ line, className: styles.changed ?? '', isEdge: true })),
    ...[...wrong].map((line) => ({ line, className: styles.wrong ?? '', isEdge: true })),
  ]
}

/** Keeps the lenses while a text cannot be parsed: lines must not jump under the caret. */
function useHeldLenses(check: CheckedText): CheckedText['lenses'] {
  const [held, setHeld] = useState<LensesOf>(check)
  const isUnreadable = check.lenses.length === 0 && check.errorCount > 0
  if (!isUnreadable && check !== held) setHeld(check)
  return useMemo(() => (isUnreadable ? heldLenses(held, check.text) : check.lenses), [isUnreadable, held, check])
}

/** The editor of the open file with its problems, its marks and the value below each expression. */
export function ConfigEditor({ id, name }: { readonly id: FileId; readonly name: string }) {
  const room = useRoom()
  const text = useRoomState((state) => textOf(state, id))
  const running = useRoomState((state) => runningOf(state, id)?.text ?? '')
  const check = useRoomState((state) => state.checks[id])
  const [editor, setEditor] = useState<TextEditor | null>(null)
  const layout = useEditorLayout(editor)
  const service = useMemo(() => languageOf(room, id), [room, id])
  const markers = useMemo(() => markersOf(check), [check])
  const tints = useMemo(() => edgesOf(text, room.diff(running, text), check), [room, text, running, check])
  const lenses = useHeldLenses(check)
  // Monaco repeats the whole layout for new zones, so they are set only when one has moved.
  const zoneLines = lenses.map(({ place }) => place.line).join(' ')
  const zones = useMemo(
    () =>
      zoneLines === '' ? [] : zoneLines.split(' ').map((line) => ({ afterLine: Number(line), height: lensHeight })),
    [zoneLines],
  )
  return (
    <div className={styles.editor}>
      <CodeBox
        text={text}
        language="yaml"
        label={name}
        markers={markers}
        tints={tints}
        zones={zones}
        service={service}
        hasEdge
        onChange={(changed) => room.setText(id, changed)}
        onSubmit={() => void room.reload(id, textOf(room.store.getState(), id))}
        onProblemKey={(step) => stepProblem(room, step)}
        onCaret={(offset) => {
          const { inspected } = room.store.getState()
          const place = placeAt(
            check.lenses.map((lens) => lens.place),
            offset,
          )
          // The microscope follows the caret while it is open.
          if (inspected !== null && place !== undefined && place.path !== inspected.path) room.store.inspect(place)
        }}
        onEditor={(made) => {
          setEditor(made)
          room.editor.hold(made)
        }}
      />
      {layout !== null && <LensOverlay layout={layout} lenses={lenses} />}
    </div>
  )
}
