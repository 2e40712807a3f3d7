import type { RouteTrial } from '#facts/config-api.ts'
import { FormField } from '#ui/kit/forms/form-field.tsx'
import { TrialRefused, Step, Steps } from './steps-list.tsx'
import type { Tried } from '#ui/rooms/config/state/try-store.ts'
import { useRoom, useTryState } from '#ui/rooms/config/state/use-room.ts'
import styles from './try.module.css'

const routes = ['controlplane', 'cluster', 'etcd'] as const

/** Tries egress selection: a destination, its route, and the exchange with the proxy. */
export function TryRoute() {
  const { attempts } = useRoom()
  const { name, destination } = useTryState((state) => state.input.route)
  const { draft, running } = useTryState((state) => state.route)
  const set = (change: object) => attempts.changeRoute(change)
  return (
    <>
      <div className={styles.form}>
        <label className={styles.choice}>
          <span>Called for</span>
          <select value={name} onChange={(event) => set({ name: event.target.value })}>
            {routes.map((route) => (
              <option key={route} value={route}>
                {route}
              </option>
            ))}
          </select>
        </label>
        <FormField label="Destination" value={destination} wide onChange={(text) => set({ destination: text })} />
      </div>
      <div className={styles.result}>
        <RouteSteps tried={draft ?? running} />
      </div>
      {draft !== null && running !== null && (
        <section className={styles.foot}>
          <h3>Route under the running file</h3>
          <p>{running.type === 'refused' ? running.message : `${running.trial.route}, ${running.trial.why}`}</p>
        </section>
      )}
    </>
  )
}

function RouteSteps({ tried }: { readonly tried: Tried<RouteTrial> | null }) {
  if (tried === null) return <p className={styles.say}>A host with its port, or a URL.</p>
  if (tried.type === 'refused') return <TrialRefused message={tried.message} />
  const { route, why, talk, error } = tried.trial
  return (
    <>
      <Steps label="From destination to route">
        <Step state="ok" number={1} title={route}>
          <p>{why}</p>
        </Step>
        <Step state={error === '' ? 'ok' : 'bad'} number={2} title={error === '' ? 'Connected' : 'No connection'}>
          {error !== '' && <p>{error}</p>}
        </Step>
      </Steps>
      {talk.length > 0 && (
        <dl className={styles.talk} aria-label="Exchange with the proxy">
          {talk.map(({ from, text }, at) => (
            // oxlint-disable-next-line react/no-array-index-key
            <div key={at} data-from={from}>
              <dt>{from}</dt>
              <dd>
                <pre>{text}</pre>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}
