import { forbiddenRequest } from '#api/api-error.ts'
import type { AdmissionPlugin } from '#server/admission/chain/plugin.ts'
import { shownName } from '#server/admission/chain/policy-denial.ts'

/** Refuses every write. [ADP1] */
export const alwaysDeny: AdmissionPlugin = {
  name: 'AlwaysDeny',
  operations: new Set(['CREATE', 'UPDATE', 'DELETE', 'CONNECT']),
  async validate(attributes) {
    const text = 'admission control is denying all modifications'
    throw forbiddenRequest(attributes.definition, shownName(attributes), text)
  },
}
