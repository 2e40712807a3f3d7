import { type ReactNode, Suspense } from 'react'
import { useStore } from 'zustand'
import type { ApiObject } from '#api/object-meta.ts'
import { lazily } from '#ui/kit/later.tsx'
import { Button } from '#ui/kit/button.tsx'
import { KindTag } from '#ui/kit/text.tsx'
import { LongName } from '#ui/kit/long-name.tsx'
import { attempt } from '#ui/lab/actions.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import type { ObjectRef } from '#ui/model/selection.ts'
import { useLab, useSelectedObject } from '#ui/lab/use-lab.ts'
import { createOwnership } from '#ui/parts/managers/ownership-store.ts'
import { ManagersPill } from '#ui/parts/managers/managers-pill.tsx'
import { OwnedEditor } from '#ui/parts/managers/owned-editor.tsx'
import { createYamlStore, draftKey, type ObjectDraft } from '#ui/exchange/draft-store.ts'
import { useChecked } from '#ui/language/use-checked.ts'
import { toYamlText } from '#ui/texts/yaml-text.ts'
import type { ApplyReview } from '#ui/parts/managers/review.ts'
import { firstChangedLine } from '#ui/texts/first-changed-line.ts'
import type { ManifestProblem } from '#manifest/problem.ts'
import { useHasClusters } from '#ui/parts/clusters/part.tsx'
import type * as DraftWrites from './draft-writes.ts'
import { Absent } from './absent.tsx'
import { ProblemCount, useProblemSteps } from './problem-count.tsx'
import styles from './yaml.module.css'

const ApplyPanel = lazily(async () => (await import('#ui/parts/managers/apply-panel.tsx')).ApplyPanel)
const YamlAnswer = lazily(async () => (await import('./yaml-answer.tsx')).YamlAnswer)

/** The selected object as YAML. Typing starts a draft; only the user ends it. */
export function YamlBody() {
  const lab = useLab()
  const ref = useStore(lab.selection, (state) => state.object)
  const object = useSelectedObject()
  const draft = useDraft(ref)
  // While the server starts there is nothing to select.
  const isDiscovered = useStore(lab.objects, (state) => state.discovered)
  if (ref === null) return isDiscovered ? <p className={styles.empty}>Select an object to see and edit it.</p> : null
  const base = draft?.base ?? object
  if (base === undefined) return <Absent reference={ref} />
  // One editor for all revisions of an object: a new one at each step of the rail would take most of the step's time.
  return <Editing key={draftKey(ref)} reference={ref} object={object} draft={draft} base={base} />
}

/** Returns the draft of an object at the displayed revision. Draws when it changes, not with each step of the cursor. */
function useDraft(ref: ObjectRef | null): ObjectDraft | undefined {
  const lab = useLab()
  const store = partState(lab, createYamlStore)
  const draftAt = (at: number | null): ObjectDraft | undefined =>
    ref === null ? undefined : store.getState().drafts[draftKey(ref, at)]
  useStore(lab.cursor, ({ at }) => draftAt(at))
  return useStore(store, () => draftAt(lab.cursor.getState().at))
}

interface EditingProps {
  readonly reference: ObjectRef
  /** The object as of the cursor; absent when it was deleted and only the draft is left. */
  readonly object: ApiObject | undefined
  readonly draft: ObjectDraft | undefined
  readonly base: ApiObject
}

function Editing({ reference, object, draft, base }: EditingProps) {
  const lab = useLab()
  const store = partState(lab, createYamlStore)
  const past = useStore(lab.cursor, ({ at }) => at !== null)
  const canBranch = useHasClusters(lab)
  const review = useReview(past ? undefined : draft)
  const hasAnswer = useStore(store, ({ answer }) => answer.type !== 'none')
  const shown = draft?.text ?? toYamlText(object ?? base)
  const { problems, markers, service } = useChecked(reference, past ? undefined : draft)
  const { hold, step, fix, toText } = useProblemSteps(problems)
  const shownLine = useRefusedLine(reference, draft, problems)
  return (
    <div className={styles.body}>
      <Crumb object={object ?? base} draft={draft} live={object} reference={reference}>
        <ProblemCount problems={problems} onStep={step} onFix={fix} />
      </Crumb>
      <OwnedEditor
        text={shown}
        object={object ?? base}
        reference={reference}
        review={review}
        label={`${base.kind ?? 'object'} ${reference.name} as YAML`}
        readOnly={past && !canBranch}
        markers={markers}
        service={service}
        shownLine={shownLine}
        onProblemKey={step}
        onEditor={hold}
        onChange={(text) => store.setDraft(draftKey(reference, lab.cursor.getState().at), { text, base })}
        onSubmit={() => write(lab, ({ submitDraft }) => submitDraft(lab, reference, review))}
      />
      <Suspense fallback={null}>
        {review !== null ? (
          <ApplyPanel review={review} reference={reference} />
        ) : (
          hasAnswer && <YamlAnswer reference={reference} live={object} draft={draft} toText={toText} />
        )}
      </Suspense>
    </div>
  )
}

/** Returns the line that the refusal of a draft is about, 0 without a refusal: a problem's, else the first changed one. [YE14] */
function useRefusedLine(
  reference: ObjectRef,
  draft: ObjectDraft | undefined,
  problems: readonly ManifestProblem[],
): number {
  const store = partState(useLab(), createYamlStore)
  const isRefused = useStore(
    store,
    ({ answer, answeredKey }) =>
      answeredKey === draftKey(reference) && answer.type === 'received' && answer.status >= 400,
  )
  if (draft === undefined || !isRefused) return 0
  return problems[0]?.start.line ?? firstChangedLine(toYamlText(draft.base), draft.text)
}

/** Returns the open review of a draft. A review is for one text: the next edit ends it. */
function useReview(draft: ObjectDraft | undefined): ApplyReview | null {
  const known = useStore(partState(useLab(), createOwnership), (state) => state.review)
  return known !== null && known.draft === draft ? known : null
}

/** The code that writes drafts is loaded when the first one is written. [PF6] */
const write = (lab: Lab, act: (writes: typeof DraftWrites) => Promise<unknown>): void =>
  void attempt(lab, import('./draft-writes.ts').then(act))

interface CrumbProps {
  readonly object: ApiObject
  readonly draft: ObjectDraft | undefined
  readonly live: ApiObject | undefined
  readonly reference: ObjectRef
  readonly children: ReactNode
}

function Crumb({ object, draft, live, reference, children }: CrumbProps) {
  const lab = useLab()
  const behind =
    draft !== undefined && live !== undefined && live.metadata.resourceVersion !== draft.base.metadata.resourceVersion
  return (
    <div className={styles.crumb}>
      <span className={styles.path}>
        <span>{object.apiVersion}</span> ›
        {reference.namespace !== '' && (
          <>
            <span>{reference.namespace}</span> ›
          </>
        )}
        <KindTag
          kind={object.kind ?? ''}
          group={object.apiVersion?.includes('/') === true ? (object.apiVersion.split('/')[0] ?? '') : ''}
        />
        <b>
          <LongName name={reference.name} />
        </b>
      </span>
      <span className={styles.space} />
      {children}
      {draft !== undefined && (
        <span className={styles.note} data-testid="yaml-draft">
          draft on {draft.base.metadata.resourceVersion}
          {live === undefined && ', the object is gone'}
        </span>
      )}
      {draft !== undefined && live === undefined && (
        <Button
          size="small"
          onClick={() => write(lab, ({ createFromDraft }) => createFromDraft(lab, reference, draft))}
          data-testid="yaml-create-draft"
        >
          Create from the draft
        </Button>
      )}
      {behind && draft !== undefined && (
        <Button size="small" onClick={() => write(lab, ({ putOnLive }) => putOnLive(lab, reference, draft, live))}>
          Put on {live.metadata.resourceVersion}
        </Button>
      )}
      <span className={styles.version}>
        resourceVersion <code>{object.metadata.resourceVersion}</code>
      </span>
      <ManagersPill object={object} />
    </div>
  )
}
