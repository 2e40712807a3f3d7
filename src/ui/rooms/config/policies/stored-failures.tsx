import { Button } from '#ui/kit/button.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { numberText } from '#ui/model/words.ts'
import { sampleOfWrite } from '#ui/rooms/config/policy-state/samples.ts'
import type { StoredFailure, StoredFailures as Failures } from '#ui/rooms/config/policy-state/stored-updates.ts'
import { usePolicyRoom, usePolicyState, usePolicyText } from '#ui/rooms/config/policy-state/use-policy.ts'
import styles from './stored-failures.module.css'

const namesMax = 8

/** The stored objects whose next write the draft would refuse, even one that changes nothing. [CB19] */
export function StoredFailures() {
  const stored = usePolicyState((state) => state.stored)
  const text = usePolicyText()
  if (stored === null || stored.value.tried === 0) return null
  const { failing } = stored.value
  const more = failing.length - namesMax
  return (
    <section className={styles.stored} aria-label="Stored objects" data-testid="policy-stored">
      <p role="status">
        {words(stored.value)}
        {stored.text === text ? '' : ' (of an earlier text)'}
        {failing.length === 0 ? '.' : ':'}
      </p>
      {failing.length > 0 && (
        <ul>
          {failing.slice(0, namesMax).map((failure) => (
            <li key={`${failure.resource.id} ${failure.namespace} ${failure.name}`}>
              <FailureButton failure={failure} />
            </li>
          ))}
          {more > 0 && <li>and {numberText(more)} more</li>}
        </ul>
      )}
    </section>
  )
}

/** Says how many would fail, and of how many that were tried. */
function words({ failing, tried, total, what }: Failures): string {
  const all = tried < total ? `the first ${numberText(tried)} of ${numberText(total)}` : numberText(total)
  return failing.length === 0
    ? `None of ${all} stored ${what} would fail at the next write`
    : `${numberText(failing.length)} of ${all} stored ${what} would fail at the next write`
}

/** Adds the object to those to try, and shows what its writer would get. */
function FailureButton({ failure: { resource, namespace, name, message } }: { readonly failure: StoredFailure }) {
  const lab = useLab()
  const { store } = usePolicyRoom()
  const add = (): void => {
    const items = lab.objects.getState().collections.get(resource.id)?.items.values() ?? []
    const object = [...items].find(({ metadata }) => metadata.name === name && (metadata.namespace ?? '') === namespace)
    if (object === undefined) return
    const { name: user, groups } = lab.actor.getState()
    const sample = sampleOfWrite(resource, { before: object, after: object }, { user: { name: user, groups } })
    const others = store.getState().samples.filter(({ id }) => id !== sample.id)
    store.setSamples([...others, sample])
    store.chooseSample(sample.id)
  }
  return (
    <Button size="small" look="ghost" title={message} onClick={add}>
      {namespace === '' ? name : `${namespace}/${name}`}
    </Button>
  )
}
