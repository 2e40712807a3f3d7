import { type Pieces, eachInPieces } from '#api/bodies/in-pieces.ts'
import {
  child,
  duplicate,
  type FieldError,
  type FieldPath,
  forbidden,
  index,
  invalid,
  key as keyOf,
  required,
} from '#api/field-error.ts'
import { own } from '#api/json.ts'
import { qualifiedName } from '#api/names.ts'
import { amountNames, type Amounts } from '#server/resources/parts/validation/amount-maps.ts'
import { compareAmounts } from '#server/resources/parts/validation/amounts.ts'
import { checkText } from '#server/resources/parts/validation/texts.ts'
import {
  isOvercommitAllowed,
  validateContainerResourceName,
  validateResourceName,
} from '#server/resources/parts/pod-spec/containers/resource-names.ts'
import type { LimitRange, LimitRangeItem } from '#server/kinds/types/core-v1.ts'
import { validateRatio } from './validation-ratio.ts'

const types = new Set(['Pod', 'Container', 'PersistentVolumeClaim'])

/** Validates names of types and resources, then that the bounds of each resource are consistent. [LR3] [ER8] */
export function* validateLimitRange({ spec }: LimitRange): Pieces<readonly FieldError[]> {
  const seen = new Set<string>()
  const errors: (readonly FieldError[])[] = []
  for (const [at, item] of (spec?.limits ?? []).entries()) {
    const path = index('spec.limits', at)
    const { type = '' } = item
    errors.push(validateType(type, child(path, 'type')))
    if (seen.has(type)) errors.push([duplicate(child(path, 'type'), type)])
    errors.push(yield* validateNames(item, path))
    errors.push(yield* validateBounds(item, path))
    seen.add(type)
    if (at % ITEMS_IN_PIECE === ITEMS_IN_PIECE - 1) yield
  }
  return errors.flat()
}

const ITEMS_IN_PIECE = 50

function validateType(type: string, path: FieldPath): readonly FieldError[] {
  const errors = checkText(type, path, qualifiedName)
  if (errors.length > 0 || type.includes('/') || types.has(type)) return errors
  return [invalid(path, type, 'must be a standard limit type or fully qualified')]
}

function* validateNames(item: LimitRangeItem, path: FieldPath): Pieces<readonly FieldError[]> {
  const checkName =
    item.type === 'Pod' || item.type === 'Container' ? validateContainerResourceName : validateResourceName
  const named = (field: NamedAmounts): Pieces<FieldError[]> =>
    eachInPieces(amountNames(item[field]), (name) => checkName(name, keyOf(child(path, field), name)))
  const max = yield* named('max')
  const min = yield* named('min')
  const defaults =
    item.type === 'Pod' ? forbidDefaults(item, path) : [yield* named('default'), yield* named('defaultRequest')].flat()
  return [...max, ...min, ...defaults, ...requireStorage(item, path), ...(yield* named('maxLimitRequestRatio'))]
}

type NamedAmounts = 'max' | 'min' | 'default' | 'defaultRequest' | 'maxLimitRequestRatio'

const forbidDefaults = (item: LimitRangeItem, path: FieldPath): readonly FieldError[] =>
  (['default', 'defaultRequest'] as const)
    .filter((field) => Object.keys(item[field] ?? {}).length > 0)
    .map((field) => forbidden(child(path, field), "may not be specified when `type` is 'Pod'"))

function requireStorage({ type, min, max }: LimitRangeItem, path: FieldPath): readonly FieldError[] {
  const has = (map: Amounts | undefined): boolean => own(map, 'storage') !== undefined
  if (type !== 'PersistentVolumeClaim' || has(min) || has(max)) return []
  const text = 'either minimum or maximum storage value is required, but neither was provided'
  return [required(child(path, 'limits'), text)]
}

/** `low` must not exceed `high`; the error is reported at `at` with the amount of that or another field. */
interface Order {
  readonly low: string | undefined
  readonly lowName: string
  readonly high: string | undefined
  readonly highName: string
  readonly at: 'min' | 'default' | 'defaultRequest'
  readonly shows: 'low' | 'high'
}

function validateBounds(item: LimitRangeItem, path: FieldPath): Pieces<readonly FieldError[]> {
  // Defaults of pods are forbidden and reported separately.
  const defaults = item.type === 'Pod' ? {} : (item.default ?? {})
  const requests = item.type === 'Pod' ? {} : (item.defaultRequest ?? {})
  const names = amountNames(item.max, item.min, defaults, requests, item.maxLimitRequestRatio)
  return eachInPieces(names, (name) => {
    const min = own(item.min, name)
    const max = own(item.max, name)
    const byDefault = own(defaults, name)
    const request = own(requests, name)
    const orders: readonly Order[] = [
      { low: min, lowName: 'min value', high: max, highName: 'max value', at: 'min', shows: 'low' },
      {
        low: min,
        lowName: 'min value',
        high: request,
        highName: 'default request value',
        at: 'defaultRequest',
        shows: 'high',
      },
      {
        low: request,
        lowName: 'default request value',
        high: max,
        highName: 'max value',
        at: 'defaultRequest',
        shows: 'low',
      },
      {
        low: request,
        lowName: 'default request value',
        high: byDefault,
        highName: 'default limit value',
        at: 'defaultRequest',
        shows: 'low',
      },
      { low: min, lowName: 'min value', high: byDefault, highName: 'default value', at: 'default', shows: 'low' },
      { low: byDefault, lowName: 'default value', high: max, highName: 'max value', at: 'default', shows: 'high' },
    ]
    return [
      ...orders.flatMap((order) => validateOrder(order, keyOf(child(path, order.at), name))),
      ...validateRatio(
        own(item.maxLimitRequestRatio, name),
        { min, max },
        keyOf(child(path, 'maxLimitRequestRatio'), name),
      ),
      ...validateEqual(name, byDefault, request, path),
    ]
  })
}

function validateOrder({ low, lowName, high, highName, shows }: Order, path: FieldPath): readonly FieldError[] {
  if (low === undefined || high === undefined || compareAmounts(low, high) <= 0) return []
  return [invalid(path, shows === 'low' ? low : high, `${lowName} ${low} is greater than ${highName} ${high}`)]
}

/** Extended resources and huge pages cannot be overcommitted: default request and default limit must be equal. */
function validateEqual(
  name: string,
  byDefault: string | undefined,
  request: string | undefined,
  path: FieldPath,
): readonly FieldError[] {
  if (isOvercommitAllowed(name) || byDefault === undefined || request === undefined) return []
  if (compareAmounts(byDefault, request) === 0) return []
  const text = `default value ${byDefault} must equal to defaultRequest value ${request} in ${name}`
  return [invalid(keyOf(child(path, 'defaultRequest'), name), request, text)]
}
