import { type Soon, soon } from '#api/waiting/soon.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { forbidden } from '#server/auth/forbidden.ts'
import type { DeleteOptions } from '#server/registry/deletion/delete-options.ts'
import type { AdmissionHooks } from '#server/registry/registry.ts'
import type { ResourceRoute } from './route.ts'
import { toAttributes } from './admission-attributes.ts'
import type { Call } from './call.ts'

/** A PUT or PATCH that creates also needs permission to create. @throws ApiError Forbidden [AC14] */
function authorizeCreate({ server, context }: Call): Soon<void> {
  const { info, user } = context
  if (info.verb !== 'update' && info.verb !== 'patch') return
  const attributes = { ...info, user, verb: 'create' }
  return soon(server.access.authorizer.authorize(attributes, { trace: context.trace }), ({ type, why }) => {
    if (type !== 'allowed') throw forbidden(attributes, why)
  })
}

/** The admission hooks that the registry calls. A DELETE has no separate mutating step. */
export const admissionHooks = (call: Call, dryRun: boolean, deleteOptions: DeleteOptions = {}): AdmissionHooks => ({
  validateCreate: (object) =>
    soon(authorizeCreate(call), () =>
      call.server.admission.validate(toAttributes(call, { operation: 'CREATE', dryRun, object, live: null })),
    ),
  validateUpdate: (object, live) => {
    const shown = projector(call.route)
    const what = { operation: 'UPDATE', dryRun, object: shown(object), live: shown(live) } as const
    return call.server.admission.validate(toAttributes(call, what))
  },
  validateDelete: (live) => {
    const attributes = toAttributes(call, { operation: 'DELETE', dryRun, object: null, live, deleteOptions })
    return soon(call.server.admission.mutate(attributes), () => call.server.admission.validate(attributes))
  },
})

/** Admission sees the object that the client sees: for a projecting subresource, the projection of the parent. */
function projector({ subresource }: ResourceRoute): (object: ApiObject) => ApiObject {
  return subresource?.type === 'projection' ? (object) => subresource.toProjection(object) : (object) => object
}
