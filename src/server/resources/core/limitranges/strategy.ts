import { emptyObject, own } from '#api/json.ts'
import { dns1123SubdomainName } from '#api/names.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { type Amounts, roundAmounts } from '#server/resources/parts/validation/amount-maps.ts'
import type { LimitRange, LimitRangeItem } from '#server/kinds/types/core-v1.ts'
import { validateMetadataAgain } from '#server/resources/parts/validate-again.ts'
import { validateLimitRange } from './validation.ts'

/** Copies the amounts that `target` lacks from `source`. */
function fillFrom(target: Amounts, source: Amounts | undefined): void {
  for (const name of Object.keys(source ?? {})) {
    const amount = own(source, name)
    if (amount !== undefined && !Object.hasOwn(target, name)) target[name] = amount
  }
}

/**
 * For containers, a missing default limit is the maximum, and a missing default request the default limit or the
 * minimum. [LR2]
 */
function defaultItem(item: LimitRangeItem): void {
  const amounts = [item.max, item.min, item.default, item.defaultRequest, item.maxLimitRequestRatio]
  for (const map of amounts) roundAmounts(map)
  if (item.type !== 'Container') return
  item.default = Object.assign(emptyObject(), item.default) as Amounts
  item.defaultRequest = Object.assign(emptyObject(), item.defaultRequest) as Amounts
  fillFrom(item.default, item.max)
  fillFrom(item.defaultRequest, item.default)
  fillFrom(item.defaultRequest, item.min)
}

const rules = { namespaced: true, validateName: dns1123SubdomainName }

export const strategy: Strategy<LimitRange> = {
  default(next) {
    for (const item of next.spec?.limits ?? []) defaultItem(item)
  },
  prepareForCreate({ metadata }, { uid }) {
    if ((metadata.name ?? '') === '') metadata.name = uid()
  },
  metadataOnUpdate: 'own',
  allowCreateOnUpdate: true,
  validateName: dns1123SubdomainName,
  validate: validateLimitRange,
  *validateUpdate(next) {
    const errors = yield* validateLimitRange(next)
    return [...validateMetadataAgain(next, rules), ...errors]
  },
}
