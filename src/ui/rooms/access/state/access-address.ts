import type { Lab } from '#ui/lab/lab.ts'
import type { AccessRequest } from './access-request.ts'
import type { Access } from './access.ts'
import type { AccessState } from './access-store.ts'

type Asked = Pick<AccessState, 'identityId' | 'accessRequest'>

const room = 'access'

/**
 * The question of the room in the address: `IDENTITY;VERB;RESOURCE;SUBRESOURCE;NAMESPACE;NAME`, or `IDENTITY;VERB;PATH` for a
 * path that is no resource. [AR18]
 */
export function askedText({ identityId, accessRequest }: Asked): string {
  const { isResource, verb, resourceId, subresource, namespace, name, path } = accessRequest
  const parts = isResource ? [identityId, verb, resourceId, subresource, namespace, name] : [identityId, verb, path]
  return parts.map(encoded).join(';').replace(/;+$/, '')
}

/** Encodes what separates the parts; the address encodes the rest. */
const encoded = (text: string): string => text.replaceAll('%', '%25').replaceAll(';', '%3B')

/** Reads the question of an address; `null` for a text that is none. */
export function readAsked(text: string): { identityId: string; accessRequest: Partial<AccessRequest> } | null {
  const [identityId = '', verb = '', what = '', subresource = '', namespace = '', name = ''] = text
    .split(';')
    .map(decoded)
  if (identityId === '' || verb === '' || what === '') return null
  const accessRequest = what.startsWith('/')
    ? { isResource: false, verb, path: what }
    : { isResource: true, verb, resourceId: what, subresource, namespace, name }
  return { identityId, accessRequest }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return ''
    throw error
  }
}

/** Keeps the question of the room and the address in sync, until the returned function is called. */
export function followAsked(lab: Lab, { store, decide }: Access): () => void {
  const shown = (): string => lab.layout.getState().benches[room] ?? ''
  const ask = (): void => {
    const asked = readAsked(shown())
    if (asked === null || shown() === askedText(store.getState())) return
    store.chooseIdentity(asked.identityId)
    store.changeAccessRequest(asked.accessRequest)
    void decide()
  }
  const show = (): void => lab.layout.setBench(room, askedText(store.getState()))
  if (readAsked(shown()) === null) show()
  else ask()
  const endings = [
    lab.layout.subscribe((state, before) => {
      if (state.benches[room] !== before.benches[room]) ask()
    }),
    store.subscribe((state, before) => {
      if (state.identityId !== before.identityId || state.accessRequest !== before.accessRequest) show()
    }),
  ]
  return () => {
    for (const end of endings) end()
  }
}
