import { useStore } from 'zustand'
import { Button, classes } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { countText, numberText } from '#ui/model/words.ts'
import { FileMenu } from '#ui/rooms/config/files/file-menu.tsx'
import styles from '#ui/rooms/config/editor/work.module.css'
import { partsOfKey, storedOf } from '#ui/rooms/config/policy-state/policy-items.ts'
import { chosenSample } from '#ui/rooms/config/policy-state/policy-store.ts'
import { draftSteps } from '#ui/rooms/config/policy-state/draft-steps.ts'
import { storedText } from '#ui/rooms/config/policy-state/subject.ts'
import { usePolicyRoom, usePolicyState, usePolicyText } from '#ui/rooms/config/policy-state/use-policy.ts'
import { countChanges } from '#ui/texts/line-diff.ts'
import { useRoom } from '#ui/rooms/config/state/use-room.ts'
import { useDockFold } from '#ui/rooms/config/dock/use-dock-fold.ts'
import { PolicyEditor } from './policy-editor.tsx'
import { firstInspected } from './policy-lenses.ts'
import { PolicyMicroscope } from './policy-microscope.tsx'
import own from './policies.module.css'

/** The open policy or schema and its progress: draft, check, save. */
export function PolicyWork({ openKey }: { readonly openKey: string }) {
  const lab = useLab()
  const isKnown = useStore(lab.objects, (objects) => objects.discovered)
  const text = usePolicyText()
  return (
    <main id="work" tabIndex={-1} className={styles.work} aria-label="Editor" data-region="work">
      <div className={styles.bar}>
        <FileMenu className={styles.onlyMiddle ?? ''} />
        <Progress openKey={openKey} />
        <Tools openKey={openKey} />
      </div>
      <Saved />
      {text === '' ? (
        <p className={styles.waiting} role="status">
          {isKnown ? `There is no ${openKey.replace('/', ' ')} in this cluster.` : 'Loading the objects…'}
        </p>
      ) : (
        <>
          <ValuesFor />
          <PolicyEditor key={openKey} openKey={openKey} />
          <PolicyMicroscope />
        </>
      )}
    </main>
  )
}

function Progress({ openKey }: { readonly openKey: string }) {
  const lab = useLab()
  const { diff } = usePolicyRoom()
  const state = usePolicyState((all) => all)
  const text = usePolicyText()
  const { isDraft, errors, maySave, words } = draftSteps(state, text)
  const stored = useStore(lab.objects, (objects) => storedText(objects, openKey))
  const changes = isDraft ? countChanges(diff(stored, text)) : 0
  return (
    <ol className={styles.flow} aria-label="Progress" data-testid="policy-progress">
      <li className={styles.isOn} aria-current={isDraft && errors > 0 ? 'step' : undefined}>
        <b>Draft</b> {isDraft ? countText(changes, 'change') : 'unchanged'}
      </li>
      <li className={classes(errors > 0 && styles.isBad, isDraft && errors === 0 && styles.isOn)}>
        <b>Check</b> {words}
      </li>
      <li className={classes(maySave && styles.isOn)} aria-current={maySave ? 'step' : undefined}>
        <b>Save</b>
      </li>
    </ol>
  )
}

function Tools({ openKey }: { readonly openKey: string }) {
  const lab = useLab()
  const { store } = useRoom()
  const policies = usePolicyRoom()
  const state = usePolicyState((all) => all)
  const text = usePolicyText()
  const { isDraft, maySave, why } = draftSteps(state, text)
  const parts = partsOfKey(openKey)
  const isStored = useStore(lab.objects, (objects) =>
    parts === null ? false : storedOf(objects, parts.kind).some(({ metadata }) => metadata.name === parts.name),
  )
  return (
    <div className={styles.tools}>
      <Button look="ghost" size="small" className={styles.onlyNarrow} onClick={() => store.openDrawer('try')}>
        Try it
      </Button>
      <MicroscopeButton />
      {isDraft && <AgainstStored openKey={openKey} />}
      {isDraft && (
        <Button
          look="ghost"
          size="small"
          onClick={() => {
            policies.store.setDraft(openKey, null)
            if (!isStored) store.openFile('authentication')
          }}
        >
          Discard
        </Button>
      )}
      <Button
        size="small"
        look="primary"
        disabled={!maySave}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        title={maySave ? 'Store the draft: it is in force from the next request on' : why}
        onClick={() => void policies.save()}
      >
        {state.isSaving ? 'Saving…' : 'Save'}
      </Button>
    </div>
  )
}

/**
 * Opens the microscope on one expression: on the one that refuses the sample, or else on the first that the server evaluated
 * for it. [CB13]
 */
function MicroscopeButton() {
  const { store } = usePolicyRoom()
  const inspected = usePolicyState((state) => state.inspected)
  const first = usePolicyState((state) =>
    firstInspected(state.check, state.trials[chosenSample(state)?.id ?? ''] ?? null),
  )
  return (
    <Button
      look="ghost"
      size="small"
      icon="bolt"
      className={own.onlyRoomy}
      aria-pressed={inspected !== ''}
      disabled={first === '' && inspected === ''}
      onClick={() => store.inspect(inspected === '' ? first : '')}
    >
      Microscope
    </Button>
  )
}

/** Opens the comparison of the draft with the stored object, which its resourceVersion names. */
function AgainstStored({ openKey }: { readonly openKey: string }) {
  const { store } = usePolicyRoom()
  const base = usePolicyState((state) => state.drafts[openKey]?.base ?? '')
  const { fold } = useDockFold()
  if (base === '') return null
  return (
    <Button
      look="ghost"
      size="small"
      className={own.onlyRoomy}
      title={`Compare the draft with the stored object, resourceVersion ${base}`}
      onClick={() => {
        store.showTab('diff')
        fold(false)
      }}
    >
      Against {base}
    </Button>
  )
}

/** The answer of the server to the last save. */
function Saved() {
  const saved = usePolicyState((state) => state.saved)
  if (saved === null) return null
  if (saved.type === 'stored') {
    return (
      <div className={styles.inForce} role="status">
        <Icon name="check" size={14} /> Stored. It is in force from the next request on.
      </div>
    )
  }
  return (
    <div className={styles.refused} role="alert">
      <p>
        <b>{saved.code === 0 ? 'Not saved.' : `Save refused with ${saved.code}.`}</b> The draft is kept in this browser.
      </p>
      <code>{saved.message}</code>
    </div>
  )
}

/** Names the sample whose values are shown below the expressions, with the cost of its write. */
function ValuesFor() {
  const sample = usePolicyState(chosenSample)
  const trial = usePolicyState((state) => (sample === undefined ? undefined : state.trials[sample.id]))
  const limit = usePolicyState((state) => state.limits.object)
  if (sample === undefined) return null
  return (
    <p className={own.strip}>
      <span>
        values for {sample.resource.kind} <b>{sample.name}</b>, {operationWords[sample.operation]} by {sample.user.name}
      </span>
      {trial !== undefined && (
        <span>
          this write <b>{numberText(trial.cost)}</b> of {numberText(limit)}
        </span>
      )}
    </p>
  )
}

const operationWords = { CREATE: 'created', UPDATE: 'updated', DELETE: 'deleted' } as const
