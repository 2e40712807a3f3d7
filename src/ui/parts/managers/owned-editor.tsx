import { Suspense, useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { LanguageService } from '#editor/language-service.ts'
import type { EditorLayout, EditorMarker, EditorZone, LineTint, TextEditor } from '#editor/text-editor.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { createFieldManager } from '#ui/lab/field-manager-store.ts'
import { attempt } from '#ui/lab/actions.ts'
import { partState } from '#ui/lab/part-state.ts'
import { useManagerMark } from '#ui/lab/manager-marks.ts'
import type { ObjectRef } from '#ui/model/selection.ts'
import { useLab, useWritesOf } from '#ui/lab/use-lab.ts'
import { lazily } from '#ui/kit/later.tsx'
import { CodeBox } from '#ui/kit/code/code-box.tsx'
import { type PlacedConflict, zoneHeight } from './placed-conflict.ts'
import { entryKey, managerEntries, type ManagerEntry, ownedTree } from './fields-v1.ts'
import { Gutter } from './gutter.tsx'
import { LineStrip } from './line-strip.tsx'
import { writtenAt } from './owner-words.ts'
import type * as OwnersOfLines from './owners-of-lines.ts'
import type { LineOwners } from './owners-of-lines.ts'
import { createOwnership } from './ownership-store.ts'
import type { ApplyReview } from './review.ts'

import { useEditorLayout } from '#ui/kit/use-editor-layout.ts'
import styles from './gutter.module.css'

const ConflictZones = lazily(async () => (await import('./conflict-zones.tsx')).ConflictZones)

interface OwnedEditorProps {
  readonly text: string
  readonly label: string
  readonly object: ApiObject
  readonly reference: ObjectRef
  readonly readOnly: boolean
  readonly markers: readonly EditorMarker[]
  readonly service: LanguageService
  /** A line to keep in view while the space for the text changes; 0 for none. */
  readonly shownLine: number
  readonly onProblemKey: (step: 1 | -1) => void
  /** Called with the editor once it exists, and with `null` when it is gone. */
  readonly onEditor: (editor: TextEditor | null) => void
  readonly review: ApplyReview | null
  readonly onChange: (text: string) => void
  readonly onSubmit: () => void
}

/** The YAML editor with the ownership gutter, when it is shown. [OW2] */
export function OwnedEditor({ object, reference, review, shownLine, onEditor, ...box }: OwnedEditorProps) {
  const managerMark = useManagerMark(object)
  const store = partState(useLab(), createOwnership)
  const shown = useStore(store, (state) => state.shown)
  const filter = useStore(store, (state) => state.filter)
  const [editor, setEditor] = useState<TextEditor | null>(null)
  const layout = useEditorLayout(shown ? editor : null)
  const entries = useMemo(() => managerEntries(object), [object])
  const tree = useMemo(() => ownedTree(entries), [entries])
  const owners = useLineOwners(shown ? box.text : null, tree)
  const kept = filter === '' ? null : entries.findIndex((entry) => entryKey(entry) === filter)
  const placed = usePlaced(review, owners)
  const zones = useMemo(
    (): readonly EditorZone[] => placed.map(({ line }) => ({ afterLine: line, height: zoneHeight })),
    [placed],
  )
  const tints = useTints(owners, kept, placed)
  useFirstInView(editor, placed, layout)
  useShownLine(editor, shownLine)
  const onCursorLine = useCallback((cursorLine: number) => store.setCursorLine(cursorLine), [store])
  const onHoverLine = useCallback((hoverLine: number | null) => store.setHoverLine(hoverLine), [store])
  const hue = kept === null ? 'transparent' : managerMark(entries[kept]?.manager ?? '').hue
  return (
    <>
      <div className={shown ? styles.owned : styles.plain} style={{ ['--kept' as string]: hue }}>
        {shown && <Beside {...{ layout, owners, entries, kept, placed, reference, editor }} />}
        {layout !== null && review !== null && (
          <Suspense fallback={null}>
            <ConflictZones layout={layout} placed={placed} review={review} reference={reference} />
          </Suspense>
        )}
        <CodeBox
          {...box}
          language="yaml"
          tints={tints}
          zones={zones}
          onCursorLine={onCursorLine}
          onHoverLine={onHoverLine}
          onEditor={(made) => {
            setEditor(made)
            onEditor(made)
          }}
        />
      </div>
      {shown && owners !== null && <LineStrip owners={owners} entries={entries} tree={tree} />}
    </>
  )
}

interface MarksProps {
  readonly layout: EditorLayout
  readonly owners: LineOwners
  readonly entries: readonly ManagerEntry[]
  readonly kept: number | null
  readonly placed: readonly PlacedConflict[]
  readonly reference: ObjectRef
  readonly editor: TextEditor | null
}

type BesideProps = Omit<MarksProps, 'layout' | 'owners'> & {
  readonly layout: EditorLayout | null
  readonly owners: LineOwners | null
}

/** The gutter column, which keeps its width until the owners are known. */
const Beside = ({ layout, owners, ...rest }: BesideProps) => (
  <div className={styles.column}>
    {layout !== null && owners !== null && <Marks layout={layout} owners={owners} {...rest} />}
  </div>
)

function Marks({ owners, placed, reference, editor, ...gutter }: MarksProps) {
  const lab = useLab()
  const until = useStore(lab.cursor, ({ at }) => at ?? undefined)
  const writes = useWritesOf(reference)
  const disputed = useMemo(() => new Set(placed.map(({ line }) => line)), [placed])
  const applier = useStore(partState(lab, createFieldManager), (state) => state.name)
  return (
    <Gutter
      {...gutter}
      runs={owners.runs}
      disputed={disputed}
      applier={applier}
      revisionOf={(run, entry) => writtenAt(writes, entry.manager, run.path, until)}
      onChoose={(line) => {
        editor?.revealLine(line)
        editor?.focus()
      }}
    />
  )
}

/** A pause in typing after which the owners of lines are looked up. */
const PAUSE_MS = 150

const lineCount = (text: string): number => text.split('\n').length

/**
 * Returns the text whose lines have owners. While letters are typed within lines, that is the text before them: each line
 * keeps its owner, and reading the YAML again costs as much as all else that a letter does. [PF5]
 */
function useTextAtRest(text: string | null, tree: ReturnType<typeof ownedTree>): string | null {
  const [rest, setRest] = useState({ text, tree })
  const isTyped = text !== null && rest.text !== null && rest.tree === tree && lineCount(text) === lineCount(rest.text)
  const isAtRest = rest.text === text && rest.tree === tree
  if (!isTyped && !isAtRest) setRest({ text, tree })
  useEffect(() => {
    if (isAtRest) return undefined
    const pausing = setTimeout(() => setRest({ text, tree }), PAUSE_MS)
    return () => clearTimeout(pausing)
  }, [isAtRest, text, tree])
  return isTyped ? rest.text : text
}

/** Returns the code that finds the owners of lines, once it is loaded: it parses YAML, which the first screen shows without. */
function useOwnersCode(): typeof OwnersOfLines | null {
  const lab = useLab()
  const [code, setCode] = useState<typeof OwnersOfLines | null>(null)
  useEffect(() => void attempt(lab, import('./owners-of-lines.ts').then(setCode)), [lab])
  return code
}

/** Returns the owners of a text's lines; while the text is not YAML, those of the last valid text. */
function useLineOwners(text: string | null, tree: ReturnType<typeof ownedTree>): LineOwners | null {
  const deferred = useDeferredValue(useTextAtRest(text, tree))
  const code = useOwnersCode()
  const found = useMemo(
    () => (deferred === null || code === null ? null : code.ownersOfLines(deferred, tree)),
    [code, deferred, tree],
  )
  const [last, setLast] = useState<LineOwners | null>(null)
  if (found !== null && found !== last) setLast(found)
  return deferred === null ? null : (found ?? last)
}

/** Scrolls to a line, also when the panel below the text appears or grows. */
function useShownLine(editor: TextEditor | null, line: number): void {
  useEffect(() => {
    if (editor === null || line === 0) return undefined
    return editor.onLayout(followHeight((height) => height > 0 && editor.showLine(line)))
  }, [editor, line])
}

/** Calls `tell` with the height of the visible area, each time it has changed. */
function followHeight(tell: (height: number) => void): (layout: EditorLayout) => void {
  let last = -1
  return ({ height }) => {
    if (height === last) return
    last = height
    tell(height)
  }
}

/** Keeps the first conflicting line in view when a review starts or its panel grows. */
function useFirstInView(
  editor: TextEditor | null,
  placed: readonly PlacedConflict[],
  layout: EditorLayout | null,
): void {
  const height = layout?.height
  const line = placed[0]?.line
  useEffect(() => {
    if (line === undefined || editor === null) return undefined
    // Runs after the panel below is laid out.
    const frame = requestAnimationFrame(() => {
      // The zone below the line must be visible too.
      editor.revealLine(line + 2)
      editor.revealLine(line)
    })
    return () => cancelAnimationFrame(frame)
  }, [editor, line, height])
}

/** Returns the conflicts with their lines, in text order. */
function usePlaced(review: ApplyReview | null, owners: LineOwners | null): readonly PlacedConflict[] {
  const conflicts = review?.conflicts
  return useMemo(
    () =>
      owners === null || conflicts === undefined
        ? []
        : conflicts
            .map((conflict) => ({ ...conflict, line: Math.max(1, owners.lineOf(conflict.steps)) }))
            .toSorted((one, other) => one.line - other.line),
    [conflicts, owners],
  )
}

function useTints(
  owners: LineOwners | null,
  kept: number | null,
  placed: readonly PlacedConflict[],
): readonly LineTint[] {
  return useMemo(() => {
    const disputed = placed.map(({ line }) => ({ line, className: 'line-disputed' }))
    if (owners === null || kept === null) return disputed
    const own = owners.runs.filter((run) => run.owners.includes(kept))
    return [...own.map(({ start, end }) => ({ line: start, endLine: end, className: 'line-kept' })), ...disputed]
  }, [owners, kept, placed])
}
