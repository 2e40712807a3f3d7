import { createEventRecorder } from './controllers/shared/events.ts'
import type { ControllerHost } from './controllers/shared/controller.ts'
import { ownClient } from './controllers/shared/own-client.ts'
import { joinElection } from './controllers/leader-election.ts'
import { followHolder } from './controllers/lease-holder.ts'

/** The part that this server has in the elections of the original's components. [LC115] */
export interface Candidacy {
  /** Names this server among the candidates; unique. */
  readonly identity: string
  /** Called with a sentence for its operator. */
  readonly report: (text: string) => void
}

/** A component of the original that runs in one process at a time, which holds a Lease of the component's name. */
export type Component = 'kube-controller-manager' | 'kube-scheduler'

/**
 * Calls `lead` while this server holds the Lease of a component, and what `lead` returned when it holds it no longer.
 * Returns a function that resigns. [LC115]
 */
export function startLeading(
  host: ControllerHost,
  { identity, report }: Candidacy,
  component: Component,
  lead: () => () => void,
): () => void {
  const { fetch, clock } = host
  const { headers, reactingTo } = ownClient(fetch, component, `system:${component}`)
  const events = createEventRecorder(reactingTo, clock, component)
  let endTerm: (() => void) | null = null
  return joinElection({
    host: { clock, fetch: (input, init) => fetch(input, { ...init, headers: { ...headersOf(init), ...headers } }) },
    lease: component,
    monotonicMs: () => performance.now(),
    identity,
    onElected() {
      endTerm = lead()
      events.emit(leaseOf(component), 'Normal', 'LeaderElection', `${identity} became leader`)
    },
    onLost() {
      endTerm?.()
      endTerm = null
    },
    onWaiting: (holder) => report(`the Lease kube-system/${component} is held by ${holder}; its loops wait here`),
  })
}

/**
 * Calls `act` while nobody else holds the Lease of a component, and what `act` returned as soon as somebody does. It never
 * asks for the Lease itself. Returns a function that ends this. [LC118]
 */
export function startYielding(
  { fetch, clock }: Pick<ControllerHost, 'fetch' | 'clock'>,
  { report }: Candidacy,
  component: Component,
  act: () => () => void,
): () => void {
  let end: (() => void) | null = null
  const rest = (): void => {
    end?.()
    end = null
  }
  const endFollowing = followHolder({
    host: { fetch, clock },
    lease: component,
    monotonicMs: () => performance.now(),
    headers: ownClient(fetch, component, `system:${component}`).headers,
    onFree() {
      end = act()
    },
    onHeld(holder) {
      rest()
      report(`the Lease kube-system/${component} is held by ${holder}; the loops of this server rest`)
    },
  })
  return () => {
    endFollowing()
    rest()
  }
}

const headersOf = (init: RequestInit | undefined): Readonly<Record<string, string>> =>
  Object.fromEntries(new Headers(init?.headers).entries())

const leaseOf = (component: Component) => ({
  apiVersion: 'coordination.orch.io/v1',
  kind: 'Lease',
  object: { metadata: { namespace: 'kube-system', name: component } },
})
