import type { WriteTrial } from '#facts/admission-trial-api.ts'
import type { DebugRevision } from '#facts/debug-api.ts'
import { Refusal } from '#client/refusal.ts'
import { Button } from '#ui/kit/button.tsx'
import { openDiff, rowAt } from '#ui/lab/actions.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { getJson } from '#ui/model/api.ts'
import { clockText, countText, numberText } from '#ui/model/words.ts'
import blast from '#ui/rooms/config/dock/blast.module.css'
import dockStyles from '#ui/rooms/config/dock/dock.module.css'
import type { PolicyRoom } from '#ui/rooms/config/policy-state/policy-room.ts'
import { sampleOfWrite } from '#ui/rooms/config/policy-state/samples.ts'
import { usePolicyRoom, usePolicyState, usePolicyText } from '#ui/rooms/config/policy-state/use-policy.ts'
import styles from './policy-dock.module.css'

const rowsMax = 200

/** The blast radius: which of the last writes the draft would have refused or changed. [CB15] */
export function WritesList() {
  const writes = usePolicyState((state) => state.writes)
  const isReplaying = usePolicyState((state) => state.isReplaying)
  const text = usePolicyText()
  if (writes === null) {
    return (
      <p className={dockStyles.say} role="status">
        {isReplaying ? 'Trying the last writes…' : 'The last writes are tried as soon as the text is an object.'}
      </p>
    )
  }
  const all = writes.value.writes
  const count = (outcome: WriteTrial['outcome']): number => all.filter((each) => each.outcome === outcome).length
  const [refused, changed, admitted] = [count('refused'), count('changed'), count('admitted')]
  const affected = all.filter(({ outcome }) => outcome === 'refused' || outcome === 'changed')
  return (
    <div className={blast.list} data-testid="policy-writes">
      <header className={blast.head}>
        <h3>Blast radius</h3>
        <span>
          last {countText(writes.value.tried, 'write')}
          {writes.text === text ? '' : ', of an earlier text'}
        </span>
      </header>
      <div className={blast.bar} aria-hidden="true">
        {all.length - refused - changed > 0 && <i style={{ flexGrow: all.length - refused - changed }} />}
        {changed > 0 && <i className={blast.allowed} style={{ flexGrow: changed }} />}
        {refused > 0 && <i className={blast.refused} style={{ flexGrow: refused }} />}
      </div>
      <p className={styles.sum} role="status">
        <b>{numberText(refused)}</b> would have been refused, <b>{numberText(changed)}</b> changed,{' '}
        {numberText(admitted)} admitted, {numberText(count('not-asked'))} not asked.
      </p>
      {affected.length > 0 && (
        <ol className={styles.writes}>
          {affected.slice(0, rowsMax).map((write) => (
            <li key={write.revision}>
              <WriteRow write={write} />
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

function WriteRow({ write }: { readonly write: WriteTrial }) {
  const lab = useLab()
  const room = usePolicyRoom()
  const { revision, timeMs, actor, operation, kind, namespace, name, outcome, message } = write
  return (
    <>
      <Button look="ghost" size="small" title="Show this revision in the Lab" onClick={() => openWrite(lab, revision)}>
        {revision}
      </Button>
      <time>{clockText(timeMs)}</time>
      <span>
        <b data-outcome={outcome}>{outcome}</b> {operation} {kind} {namespace === '' ? '' : `${namespace}/`}
        <b>{name}</b> by {actor}
        {message !== '' && <small>{message}</small>}
      </span>
      <Button size="small" onClick={() => void tryWrite(lab, room, write)}>
        Try
      </Button>
    </>
  )
}

/** Opens the Lab with what a write changed. */
function openWrite(lab: Lab, revision: number): void {
  const row = rowAt(lab, revision)
  if (row !== undefined) openDiff(lab, row)
}

/** Adds a write that happened to the samples. */
async function tryWrite(lab: Lab, { store }: PolicyRoom, write: WriteTrial): Promise<void> {
  const { group, version, resource, kind, namespace, revision, actor, groups, subresource } = write
  const id = group === '' ? `${version}.${resource}` : `${group}.${version}.${resource}`
  const served = lab.objects.getState().collections.get(id)?.resource
  const type = served ?? { id, group, version, resource, kind, namespaced: namespace !== '', verbs: [], shortNames: [] }
  try {
    const { before, after } = await getJson<DebugRevision>(lab.read, `/debug/log/${revision}`)
    const user = { name: actor, groups }
    const sample = sampleOfWrite(type, { before, after }, { user, subresource, note: `at ${revision}` })
    const others = store.getState().samples.filter((each) => each.id !== sample.id)
    store.setSamples([...others, sample])
    store.chooseSample(sample.id)
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof TypeError)) throw error
    lab.overlay.showRefusal(error.message)
  }
}
