import type { Json } from '#api/json.ts'

/** Short names of the media types of bodies. */
export const bodyTypes: Readonly<Record<string, string>> = {
  json: 'application/json',
  yaml: 'application/yaml',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  'json-patch': 'application/json-patch+json',
  apply: 'application/apply-patch+yaml',
}

/** Returns the short name of the media type of a body for which a lesson names none. */
export const defaultBodyType = (method: string, body: Json | undefined): string =>
  method === 'PATCH' ? 'merge' : typeof body === 'string' ? 'yaml' : 'json'
