import type { ApiObject } from '#api/object-meta.ts'
import type { Lab } from '#ui/lab/lab.ts'
import type { ObjectRef } from '#ui/model/selection.ts'

/** The object that the tour writes. */
export const web: ObjectRef = { resourceId: 'apps.v1.deployments', namespace: 'shop', name: 'web' }

/** Returns the live Deployment of the tour; `undefined` in a cluster without the book shop. */
export const webOf = (lab: Lab): ApiObject | undefined =>
  lab.objects.getState().collections.get(web.resourceId)?.items.get(`${web.namespace}/${web.name}`)
