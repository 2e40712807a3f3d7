import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { LanguageService } from '#editor/language-service.ts'
import type { EditorLayout, EditorMarker, LineTint, TextEditor } from '#editor/text-editor.ts'
import { classes } from '#ui/kit/button.tsx'
import { CodeBox } from '#ui/kit/code/code-box.tsx'
import { useEditorLayout } from '#ui/kit/use-editor-layout.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { LensList, lensHeight } from '#ui/rooms/config/editor/lens-list.tsx'
import lensStyles from '#ui/rooms/config/editor/editor.module.css'
import { stepPolicyProblem } from '#ui/rooms/config/policy-state/policy-problems.ts'
import { openKind } from '#ui/rooms/config/policy-state/policy-room.ts'
import { specOf, partsOfKey } from '#ui/rooms/config/policy-state/policy-items.ts'
import { chosenSample, type ShownProblem } from '#ui/rooms/config/policy-state/policy-store.ts'
import { objectOf, storedText } from '#ui/rooms/config/policy-state/subject.ts'
import { usePolicyRoom, usePolicyState, usePolicyText } from '#ui/rooms/config/policy-state/use-policy.ts'
import { changedLines } from '#ui/texts/line-diff.ts'
import { type PolicyLens, policyLenses } from './policy-lenses.ts'

const markersOf = (problems: readonly ShownProblem[]): readonly EditorMarker[] =>
  problems.map(({ start, end, severity, path, message }) => ({
    startLine: start.line,
    startColumn: start.column,
    endLine: end.line,
    // Monaco shows nothing for an empty range.
    endColumn: end.line === start.line && end.column === start.column ? end.column + 1 : end.column,
    severity,
    message: path === '' || message.includes(path) ? message : `${path}: ${message}`,
  }))

/** Completion, hover and fixes of the open object. [CB10] */
function useService(): LanguageService {
  const lab = useLab()
  const room = usePolicyRoom()
  return useMemo(() => {
    const { language, store } = room
    const seen = async (text: string) => {
      const kind = openKind(lab, store.getState()) ?? { group: '', version: '', kind: '' }
      return Promise.all([language.described(kind), language.seenBy(specOf(objectOf(text)))])
    }
    return {
      complete: async (text, offset) => language.client.complete(text, ...(await seen(text)), offset),
      hover: async (text, offset) => language.client.hover(text, ...(await seen(text)), offset),
      fixes(text, span) {
        const { check } = store.getState()
        if (check.text !== text) return []
        return check.problems
          .filter(({ range }) => range.start <= span.end && span.start <= range.end)
          .flatMap(({ fixes }) => fixes)
      },
    }
  }, [lab, room])
}

/** The text of the open policy or schema with its problems, and below each expression its value for the sample. */
export function PolicyEditor({ openKey }: { readonly openKey: string }) {
  const lab = useLab()
  const room = usePolicyRoom()
  const text = usePolicyText()
  const check = usePolicyState((state) => state.check)
  const trial = usePolicyState((state) => state.trials[chosenSample(state)?.id ?? ''] ?? null)
  const [editor, setEditor] = useState<TextEditor | null>(null)
  const layout = useEditorLayout(editor)
  const service = useService()
  const markers = useMemo(() => markersOf(check.problems), [check])
  const stored = useStore(lab.objects, (state) => storedText(state, openKey))
  const tints = useMemo((): readonly LineTint[] => {
    const wrong = new Set(check.text === text ? check.problems.map(({ start }) => start.line) : [])
    const changed = changedLines(room.diff(stored, text)).filter((line) => !wrong.has(line))
    return [
      ...changed.map((line) => ({ line, className: lensStyles.changed ?? '', isEdge: true })),
      ...[...wrong].map((line) => ({ line, className: lensStyles.wrong ?? '', isEdge: true })),
    ]
  }, [room, stored, text, check])
  const lenses = useMemo(() => policyLenses(check, trial), [check, trial])
  const zoneLines = lenses.map(({ line }) => line).join(' ')
  const zones = useMemo(
    () =>
      zoneLines === '' ? [] : zoneLines.split(' ').map((line) => ({ afterLine: Number(line), height: lensHeight })),
    [zoneLines],
  )
  return (
    <div className={lensStyles.editor} data-testid="policy-editor">
      <CodeBox
        text={text}
        language="yaml"
        label={`${partsOfKey(openKey)?.name ?? ''}.yaml`}
        markers={markers}
        tints={tints}
        zones={zones}
        service={service}
        hasEdge
        onChange={room.setText}
        onSubmit={() => void room.save()}
        onProblemKey={(step) => stepPolicyProblem(room, step)}
        onEditor={(made) => {
          setEditor(made)
          room.editor.hold(made)
        }}
      />
      {layout !== null && <PolicyLensOverlay layout={layout} lenses={lenses} />}
    </div>
  )
}

const tones = { good: lensStyles.isTrue, bad: lensStyles.isBad, plain: undefined } as const

function PolicyLensOverlay({
  layout,
  lenses,
}: {
  readonly layout: EditorLayout
  readonly lenses: readonly PolicyLens[]
}) {
  const { store } = usePolicyRoom()
  const inspected = usePolicyState((state) => state.inspected)
  return (
    <LensList
      layout={layout}
      label="Expressions of this object"
      lenses={lenses.map(({ pointer, path, start, line, column, value, tone, notes }) => ({
        id: `${pointer} ${start}`,
        line,
        column,
        name: path,
        title: `Open the microscope: ${path}`,
        isPressed: inspected === pointer,
        onPress: () => store.inspect(inspected === pointer ? '' : pointer),
        words: (
          <>
            {value !== '' && (
              <b className={classes(tones[tone])}>{value.length > 96 ? `${value.slice(0, 96)}…` : value}</b>
            )}
            {notes.map((note) => (
              <span key={note}>{note}</span>
            ))}
          </>
        ),
      }))}
    />
  )
}
