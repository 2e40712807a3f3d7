import type { AdmissionTrial, WritesTrial } from '#facts/admission-trial-api.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { sendTrial } from '#ui/rooms/config/state/trials.ts'
import { withParams } from './params.ts'
import type { PolicyStore } from './policy-store.ts'
import { readSample } from './samples.ts'
import { storedFailures, storedUpdates } from './stored-updates.ts'
import { policyText, trialSubject } from './subject.ts'

/** Tries the draft on the objects to try. [CB12] */
export async function trySamples(lab: Lab, store: PolicyStore, isCurrent: () => boolean): Promise<void> {
  const state = store.getState()
  const { open, samples } = state
  if (open === null) return
  const subject = trialSubject(state, lab.objects.getState(), open)
  if (subject === null) return store.refuseTrial('the text is not an object')
  const read = samples.map((sample) => ({ id: sample.id, read: readSample(sample) }))
  const usable = read.flatMap(({ id, read: each }) => (each.type === 'sample' ? [{ id, sample: each.sample }] : []))
  store.startTrying()
  const text = policyText(state, lab.objects.getState(), open)
  const body = {
    ...withParams(state, lab.objects.getState(), subject),
    samples: usable.map(({ sample }) => sample),
    explain: state.inspected,
  }
  const tried = await sendTrial<AdmissionTrial>(lab.read, '/debug/trials/admission', body)
  if (!isCurrent() || store.getState().open !== open) return undefined
  if (tried.type === 'refused') return store.refuseTrial(tried.message)
  const trials = Object.fromEntries(
    usable.flatMap(({ id }, at) => {
      const trial = tried.trial.samples[at]
      return trial === undefined ? [] : [[id, trial]]
    }),
  )
  return store.setTrials(text, trials, tried.trial.limits)
}

/** Tries the draft on the last writes. [CB15] */
export async function tryWrites(lab: Lab, store: PolicyStore, isCurrent: () => boolean): Promise<void> {
  const state = store.getState()
  const { open } = state
  const subject = open === null ? null : trialSubject(state, lab.objects.getState(), open)
  if (open === null || subject === null) return
  store.startReplaying()
  const text = policyText(state, lab.objects.getState(), open)
  const tried = await sendTrial<WritesTrial>(
    lab.read,
    '/debug/trials/writes',
    withParams(state, lab.objects.getState(), subject),
  )
  if (!isCurrent() || store.getState().open !== open) return
  // A draft that cannot be tried changes nothing: the result of the last valid one stays.
  store.setWrites(tried.type === 'trial' ? { text, value: tried.trial } : store.getState().writes)
}

/** Tries the draft on stored objects, as if the acting person wrote them again unchanged. [CB19] */
export async function tryStored(lab: Lab, store: PolicyStore, isCurrent: () => boolean): Promise<void> {
  const state = store.getState()
  const { open } = state
  const objects = lab.objects.getState()
  const subject = open === null ? null : trialSubject(state, objects, open)
  if (open === null || subject === null) return
  const { name, groups } = lab.actor.getState()
  const updates = storedUpdates(objects, subject.draft, { name, groups })
  const text = policyText(state, objects, open)
  const body = { ...withParams(state, objects, subject), samples: updates.samples, explain: '' }
  const tried = await sendTrial<AdmissionTrial>(lab.read, '/debug/trials/admission', body)
  if (!isCurrent() || store.getState().open !== open) return
  // A draft that cannot be tried changes nothing: the result of the last valid one stays.
  if (tried.type === 'trial') store.setStored({ text, value: storedFailures(updates, tried.trial) })
}
