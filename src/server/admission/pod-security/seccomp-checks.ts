import { own } from '#api/json.ts'
import { quoteGo } from '#go/quote.ts'
import {
  allContainers,
  type ContainerFacts,
  containersNamed,
  namesWhere,
  plural,
  type PodCheck,
  type PodFacts,
  quoted,
  settersOf,
  sortedSet,
  type Violation,
} from './pod-facts.ts'

const reason = 'seccompProfile'
const podNote = 'seccomp.security.alpha.orch.io/pod'
const containerNote = 'container.seccomp.security.alpha.orch.io/'

/** Before 1.19 the profile was set in annotations. */
export const seccompNotes: PodCheck = (pod) => {
  const names = [podNote, ...allContainers(pod).map(({ name }) => `${containerNote}${name}`)]
  const bad = sortedSet(
    names.flatMap((name) => {
      const value = own(pod.annotations, name)
      return value === undefined || isGoodNote(value) ? [] : [`${name}=${quoteGo(value)}`]
    }),
  )
  if (bad.length === 0) return null
  return { reason, detail: `forbidden ${plural('annotation', 'annotations', bad.length)} ${bad.join(', ')}` }
}

const isGoodNote = (value: string): boolean =>
  value === 'runtime/default' || value === 'docker/default' || value.startsWith('localhost/')

type Settable = Pick<ContainerFacts, 'securityContext'>

const typeOf = ({ securityContext }: Settable): string | undefined =>
  securityContext?.seccompProfile === undefined ? undefined : (securityContext.seccompProfile.type ?? '')

const isGood = (type: string | undefined): boolean => type === 'RuntimeDefault' || type === 'Localhost'

const isWrong = (each: Settable): boolean => typeOf(each) !== undefined && !isGood(typeOf(each))

function wronglySet(pod: PodFacts): Violation | null {
  const setters = settersOf(isWrong(pod.spec), namesWhere(pod, isWrong))
  if (setters.length === 0) return null
  const values = [pod.spec, ...allContainers(pod)].filter(isWrong).map((each) => typeOf(each) ?? '')
  const detail = `${setters.join(' and ')} must not set securityContext.seccompProfile.type to ${quoted(sortedSet(values))}`
  return { reason, detail }
}

export const seccomp: PodCheck = wronglySet

export const seccompRequired: PodCheck = (pod) => {
  const wrong = wronglySet(pod)
  if (wrong !== null) return wrong
  const silent = isGood(typeOf(pod.spec)) ? [] : namesWhere(pod, (each) => typeOf(each) === undefined)
  if (silent.length === 0) return null
  const detail = `pod or ${containersNamed(silent)} must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"`
  return { reason, detail }
}
