import { useMemo } from 'react'
import { useStore } from 'zustand'
import { MenuButton } from '#ui/kit/menu.tsx'
import type { Lab } from '#ui/lab/lab.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import type { ObjectsState } from '#ui/model/objects-state.ts'
import { emptyObject, kindOfDefinition, matchedCollections } from '#ui/rooms/config/policy-state/first-samples.ts'
import type { PolicyRoom } from '#ui/rooms/config/policy-state/policy-room.ts'
import { sampleOfWrite, type TriedSample } from '#ui/rooms/config/policy-state/samples.ts'
import { trialSubject } from '#ui/rooms/config/policy-state/subject.ts'
import { usePolicyRoom, usePolicyText } from '#ui/rooms/config/policy-state/use-policy.ts'

const objectsMax = 20

/** The number of kinds whose objects the page has. */
const listedCount = ({ collections }: ObjectsState): number =>
  [...collections.values()].filter(({ state }) => state !== 'loading').length

/** Offers objects of the kinds that the draft applies to. */
export function AddSample() {
  const lab = useLab()
  const room = usePolicyRoom()
  const text = usePolicyText()
  const listed = useStore(lab.objects, listedCount)
  // Computed anew with each text, and with each kind whose objects arrive; later writes do not change it.
  // oxlint-disable-next-line react/exhaustive-deps
  const choices = useMemo(() => choicesOf(lab, room), [lab, room, text, listed])
  return (
    <MenuButton
      size="small"
      menuLabel="Add an object to try"
      sections={[
        {
          heading: choices.length === 0 ? 'No kind matches' : 'Objects of the matched kinds',
          items: choices.map((sample) => ({
            id: sample.id,
            label: sample.name,
            note: `${sample.operation} ${sample.resource.kind}`,
            run: () => addSample(room, sample),
          })),
        },
      ]}
    >
      Add
    </MenuButton>
  )
}

function addSample({ store }: PolicyRoom, sample: TriedSample): void {
  const { samples } = store.getState()
  const taken = samples.filter(({ id }) => id === sample.id || id.startsWith(`${sample.id} #`)).length
  const added = taken === 0 ? sample : { ...sample, id: `${sample.id} #${taken + 1}` }
  store.setSamples([...samples, added])
  store.chooseSample(added.id)
}

function choicesOf(lab: Lab, { store }: PolicyRoom): readonly TriedSample[] {
  const state = store.getState()
  const objects = lab.objects.getState()
  const subject = state.open === null ? null : trialSubject(state, objects, state.open)
  if (subject === null) return []
  const { name, groups } = lab.actor.getState()
  const user = { name, groups }
  const stored = matchedCollections(objects, subject.draft).flatMap(({ resource, items }) => {
    const found = [...items.values()].slice(0, objectsMax)
    const created = emptyObject(
      resource.group === '' ? resource.version : `${resource.group}/${resource.version}`,
      resource.kind,
    )
    return [
      ...found.map((object) => sampleOfWrite(resource, { before: object, after: object }, { user })),
      { ...blank(resource, user), text: created },
    ]
  })
  if (stored.length > 0 || subject.draft['kind'] !== 'CustomResourceDefinition') return stored
  const { apiVersion, kind } = kindOfDefinition(subject.draft)
  const [group = '', version = ''] = apiVersion.split('/')
  const plural = pluralOf(subject.draft)
  const resource = { id: `${group}.${version}.${plural}`, group, version, resource: plural, kind }
  return [
    {
      ...blank({ ...resource, namespaced: true, verbs: [], shortNames: [] }, user),
      text: emptyObject(apiVersion, kind),
    },
  ]
}

function pluralOf(draft: { readonly [name: string]: unknown }): string {
  const { spec } = draft as { readonly spec?: { readonly names?: { readonly plural?: unknown } } }
  return typeof spec?.names?.plural === 'string' ? spec.names.plural : ''
}

const blank = (resource: TriedSample['resource'], user: TriedSample['user']): TriedSample => ({
  id: `${resource.id} new`,
  resource,
  operation: 'CREATE',
  namespace: resource.namespaced ? 'default' : '',
  name: 'example',
  subresource: '',
  user,
  text: '',
  oldText: '',
  note: 'new',
})
